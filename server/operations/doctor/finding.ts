/** Something that the doctor has found. */
export interface Finding {
  /** `warn`: it works, but not as a public site should. `FAIL`: it does not work. */
  state: "ok" | "warn" | "FAIL";
  subject: string;
  /** What was found and, unless all is well, what mends it. */
  text: string;
  /** What it was found of, where the same may be found of several: they are told in one line. */
  of?: string;
}

/** Makes a finding of each state; its text says what was found and, unless all is well, what mends it. */
export const ok = (subject: string, text: string): Finding => ({ state: "ok", subject, text });
export const warn = (subject: string, text: string): Finding => ({ state: "warn", subject, text });
export const fail = (subject: string, text: string): Finding => ({ state: "FAIL", subject, text });

/** What has to be done first comes first. */
const STATES = ["FAIL", "warn", "ok"] as const;

/**
 * The report: one aligned line per finding, findings of one kind together, and a last line that sums up:
 * `N failed, N warnings`.
 */
export function report(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const lines = STATES.map((state) =>
    together(findings.filter((finding) => finding.state === state)).map(
      ({ subject, text, of }) =>
        `${state.padEnd(4)}  ${subject.padEnd(width)}  ${of ? `${text}: ${of}` : text}\n`,
    ),
  );
  const [failed, warnings] = lines.map(({ length }) => length);
  return `${lines.flat().join("")}${failed} failed, ${warnings} warnings\n`;
}

/** Makes one of findings that differ in nothing but what they were found of. */
function together(findings: readonly Finding[]): Finding[] {
  const kinds = new Map<string, Finding>();
  for (const finding of findings) {
    const kind = `${finding.subject}\n${finding.text}`;
    const first = kinds.get(kind);
    kinds.set(kind, first ? { ...first, of: `${first.of}, ${finding.of}` } : finding);
  }
  return [...kinds.values()];
}

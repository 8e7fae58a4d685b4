/** One result of the doctor's checks. */
export interface Finding {
  /** `warn`: works, but is not fit for a public site. `FAIL`: does not work. */
  state: "ok" | "warn" | "FAIL";
  subject: string;
  /** What was found and, unless all is well, how to fix it. */
  text: string;
  /** The item that the text is about. The report joins items with the same text in one line. */
  of?: string;
}

/** Create a finding of each state. The text says what was found and, unless all is well, how to fix it. */
export const ok = (subject: string, text: string): Finding => ({ state: "ok", subject, text });
export const warn = (subject: string, text: string): Finding => ({ state: "warn", subject, text });
export const fail = (subject: string, text: string): Finding => ({ state: "FAIL", subject, text });

/** The most urgent state comes first. */
const STATES = ["FAIL", "warn", "ok"] as const;

/**
 * Formats the report: one aligned line per finding, sorted by state, and a summary as the last line:
 * `N failed, N warnings`.
 */
export function report(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const lines = STATES.map((state) =>
    merged(findings.filter((finding) => finding.state === state)).map(
      ({ subject, text, of }) =>
        `${state.padEnd(4)}  ${subject.padEnd(width)}  ${of ? `${text}: ${of}` : text}\n`,
    ),
  );
  const [failed, warnings] = lines.map(({ length }) => length);
  return `${lines.flat().join("")}${failed} failed, ${warnings} warnings\n`;
}

/** Merges findings that differ only in `of`. */
function merged(findings: readonly Finding[]): Finding[] {
  const kinds = new Map<string, Finding>();
  for (const finding of findings) {
    const kind = `${finding.subject}\n${finding.text}`;
    const first = kinds.get(kind);
    kinds.set(kind, first ? { ...first, of: `${first.of}, ${finding.of}` } : finding);
  }
  return [...kinds.values()];
}

/** The most urgent state comes first. `warn`: works, but is not fit for a public site. `FAIL`: does not work. */
const STATES = ["FAIL", "warn", "ok"] as const;

/** One result of the doctor's checks. */
export interface Finding {
  state: (typeof STATES)[number];
  subject: string;
  /** What was found and, unless all is well, how to fix it. */
  text: string;
}

/** Create a finding of each state. The text says what was found and, unless all is well, how to fix it. */
export const ok = (subject: string, text: string): Finding => ({ state: "ok", subject, text });
export const warn = (subject: string, text: string): Finding => ({ state: "warn", subject, text });
export const fail = (subject: string, text: string): Finding => ({ state: "FAIL", subject, text });

/** Warns of a problem if there is one. @param good what to say otherwise */
export const check = (subject: string, problem: string | false, good: string): Finding =>
  problem === false ? ok(subject, good) : warn(subject, problem);

/** Formats one aligned line per finding, sorted by state, and as the last line: `N failed, N warnings`. */
export function report(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  const sorted = STATES.map((state) => findings.filter((finding) => finding.state === state));
  const lines = sorted
    .flat()
    .map(({ state, subject, text }) => `${state.padEnd(4)}  ${subject.padEnd(width)}  ${text}\n`);
  const [failed, warnings] = sorted.map(({ length }) => length);
  return `${lines.join("")}${failed} failed, ${warnings} warnings\n`;
}

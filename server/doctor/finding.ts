/** One line of the doctor's report. */
export interface Finding {
  /** `warn`: it works, but not as a public site should. `FAIL`: it does not work. */
  state: "ok" | "warn" | "FAIL";
  subject: string;
  /** What was found and, unless all is well, what mends it. */
  text: string;
}

/** The report: one aligned line per finding. */
export function report(findings: readonly Finding[]): string {
  const width = Math.max(...findings.map(({ subject }) => subject.length));
  return findings
    .map(({ state, subject, text }) => `${state.padEnd(4)}  ${subject.padEnd(width)}  ${text}\n`)
    .join("");
}

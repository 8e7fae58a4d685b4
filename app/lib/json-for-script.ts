/**
 * JSON that cannot end the script element it stands in.
 * Escapes as the HTML standard's section on restrictions for script contents asks.
 */
export function jsonForScript(value: unknown): string {
  return JSON.stringify(value)
    .replaceAll("<", "\\u003c")
    .replaceAll("\u2028", "\\u2028")
    .replaceAll("\u2029", "\\u2029");
}

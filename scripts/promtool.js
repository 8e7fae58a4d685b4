import { existsSync } from "node:fs";

const USUAL = ["/usr/bin/promtool", "/usr/local/bin/promtool", "/opt/homebrew/bin/promtool"];

/** What to do to have it, in a sentence. */
export const HOW_TO_INSTALL_PROMTOOL =
  "Install Prometheus (on Debian: apt-get install prometheus).";

/**
 * Where the program is that reads rules as Prometheus does.
 *
 * @returns {string | null} null when it is not installed
 */
export function promtool() {
  return USUAL.find((path) => existsSync(path)) ?? null;
}

import { existsSync } from "node:fs";

const USUAL = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].map(
  (folder) => `${folder}/prometheus`,
);

/**
 * Where the program is that scrapes the server in the tests of alerts; it comes with promtool.
 *
 * @returns {string | null} null when it is not installed
 */
export function prometheusProgram() {
  return USUAL.find((path) => existsSync(path)) ?? null;
}

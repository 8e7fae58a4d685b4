import { existsSync } from "node:fs";

/** Where package managers put programs. */
const FOLDERS = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"];

/** What to do to have them, in a sentence. */
export const HOW_TO_INSTALL_PROMTOOL =
  "Install Prometheus (on Debian: apt-get install prometheus).";
export const HOW_TO_INSTALL_REDIS =
  "Install it (on Debian: apt-get install redis-server) or set REDIS_SERVER_PATH.";

/** The path of the program that reads rules as Prometheus does; null when it is not installed. */
export const promtool = () => installed(["promtool"]);

/** The path of the program that scrapes the server in the tests of alerts; null when it is not installed. */
export const prometheusProgram = () => installed(["prometheus"]);

/** The path of the server that tests of several instances start; null when it is not installed. Valkey is the same to us. */
export function redisProgram() {
  const given = process.env.REDIS_SERVER_PATH;
  if (given) return existsSync(given) ? given : null;
  return installed(["redis-server", "valkey-server"]);
}

/** @param {string[]} names of which the first that is there is taken */
function installed(names) {
  const paths = FOLDERS.flatMap((folder) => names.map((name) => `${folder}/${name}`));
  return paths.find((path) => existsSync(path)) ?? null;
}

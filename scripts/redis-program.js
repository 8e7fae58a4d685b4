import { existsSync } from "node:fs";

/** Where package managers put it; Valkey is the same to us. */
const USUAL = ["/usr/bin", "/usr/local/bin", "/opt/homebrew/bin"].flatMap((folder) => [
  `${folder}/redis-server`,
  `${folder}/valkey-server`,
]);

/** What to do to have it, in a sentence. */
export const HOW_TO_INSTALL_REDIS =
  "Install it (on Debian: apt-get install redis-server) or set REDIS_SERVER_PATH.";

/**
 * Where the server is that tests of several instances start.
 *
 * @returns {string | null} null when it is not installed
 */
export function redisProgram() {
  const given = process.env.REDIS_SERVER_PATH;
  return (given ? [given] : USUAL).find((path) => existsSync(path)) ?? null;
}

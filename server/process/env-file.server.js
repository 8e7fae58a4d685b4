import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * Reads files of settings such as `.env`. It is JavaScript, because the scripts that start the product read `PORT` and
 * `HOST` before anything is built.
 *
 * @typedef {object} EnvFile
 * @property {Record<string, string>} values by variable name
 * @property {string[]} problems why the file cannot be used as intended; each begins with the name of the file or of a
 *   variable and never contains a value, which may be a secret
 */

/** The name at the beginning of a line that sets a variable. */
const NAMES = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=/gm;

/**
 * Reads a file of `NAME=value` lines in UTF-8 with Node's own parser. A byte order mark is ignored. A variable that is
 * set twice is a problem.
 *
 * @param {string} path
 * @param {string} name of the file in the problems
 * @returns {EnvFile}
 */
export function readEnvFile(path, name = path) {
  let text;
  try {
    text = new TextDecoder().decode(readFileSync(path));
  } catch (error) {
    const reason = error instanceof Error ? error.message : error;
    return { values: {}, problems: [`${name}: cannot be read (${reason})`] };
  }
  // Without a final line break Node 20 parses a comment at the end as a variable. Every name has a value.
  const values = /** @type {Record<string, string>} */ (parseEnv(`${text}\n`));
  const names = Array.from(text.matchAll(NAMES), ([, variable = ""]) => variable);
  const repeated = new Set(names.filter((variable, index) => names.indexOf(variable) < index));
  return {
    values,
    problems: [...repeated].map((variable) => `${variable}: is set twice in ${name}`),
  };
}

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

/** An unquoted value that contains a `#` without a space before it. The `#` would cut the value short. */
const CUT_SHORT = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=(?![ \t]*["'`])(?:[^\r\n#]*[^\s#])?#/gm;

const NAME = /^[\w.-]+$/;

/**
 * Reads a file of `NAME=value` lines in UTF-8. A byte order mark is ignored.
 *
 * @param {string} path
 * @param {string} name of the file in the problems
 * @returns {EnvFile}
 */
export function readEnvFile(path, name = path) {
  let bytes;
  try {
    bytes = readFileSync(path);
  } catch (error) {
    return unusable(`${name}: cannot be read (${error instanceof Error ? error.message : error})`);
  }
  const text = decode(bytes);
  if (text === null)
    return unusable(`${name}: should be saved as UTF-8 text, not as UTF-16 or other`);
  // Without a final line break Node 20 parses a comment at the end as a variable. Every name has a value.
  const values = /** @type {Record<string, string>} */ (parseEnv(`${text}\n`));
  const cutShort = [...text.matchAll(CUT_SHORT)].map(
    ([, variable]) =>
      `${variable}: should be in quotes in ${name}, because it holds a # (a comment needs a space before it)`,
  );
  // Node parses a line without `=` as the beginning of the next variable's name.
  const stray = Object.keys(values).filter((key) => !NAME.test(key));
  const lines = stray.map((key) => text.slice(0, text.indexOf(key)).split("\n").length);
  return {
    values,
    problems: [
      ...lines.map((line) => `${name}: should hold NAME=value or a comment in line ${line}`),
      ...cutShort,
    ],
  };
}

/** @param {string} problem @returns {EnvFile} */
function unusable(problem) {
  return { values: {}, problems: [problem] };
}

/** @param {Uint8Array} bytes @returns {string | null} null when the bytes are not UTF-8 */
function decode(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // UTF-16 without a byte order mark is valid UTF-8 with a NUL in every other place.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

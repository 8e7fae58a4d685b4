import { readFileSync } from "node:fs";
import { parseEnv } from "node:util";

/**
 * Reads files of settings such as `.env`. It is JavaScript, because the scripts that start the product read `PORT` and
 * `HOST` before anything is built.
 *
 * @typedef {object} EnvFile
 * @property {Record<string, string>} values by variable name
 * @property {string[]} problems what keeps the file from being used as it was meant; each begins with the name of the
 *   file or of a variable and never holds a value, which may be a secret
 */

/** A value without quotes and directly in it a `#`, which would end the value. */
const CUT_SHORT = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=(?![ \t]*["'`])(?:[^\r\n#]*[^\s#])?#/gm;

const NAME = /^[\w.-]+$/;

/**
 * Reads a file of `NAME=value` lines in UTF-8; a byte order mark is no part of the first name.
 *
 * @param {string} path
 * @param {string} name what the problems call the file
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
  // Without a line break Node 20 takes a comment at the end for a variable. Every name has a value.
  const values = /** @type {Record<string, string>} */ (parseEnv(`${text}\n`));
  const cutShort = [...text.matchAll(CUT_SHORT)].map(
    ([, variable]) =>
      `${variable}: should be in quotes in ${name}, because it holds a # (a comment needs a space before it)`,
  );
  // Node takes a line without `=` for the beginning of the next variable's name.
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

/** @param {Uint8Array} bytes @returns {string | null} null for another encoding than UTF-8 */
function decode(bytes) {
  try {
    const text = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    // UTF-16 without a byte order mark is valid UTF-8 with a NUL in every other place.
    return text.includes("\0") ? null : text;
  } catch {
    return null;
  }
}

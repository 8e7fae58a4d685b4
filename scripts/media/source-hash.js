import { createHash } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { SCENES } from "./folders.js";

const RECORD = new URL("rendered.json", import.meta.url);

/**
 * A hash over a scene, all that it imports and the facts it is given: when it changes, what was
 * rendered from it is out of date.
 *
 * @param {string} scene its module's name
 * @param {object} facts
 */
export function sourceHash(scene, facts) {
  const hash = createHash("sha256").update(JSON.stringify(facts));
  for (const module of modulesOf(new URL(`${scene}.js`, SCENES))) hash.update(readFileSync(module));
  return hash.digest("hex").slice(0, 16);
}

/**
 * @param {URL} module
 * @param {Set<string>} seen
 * @returns {URL[]} the module and what it imports by relative paths, each once
 */
function modulesOf(module, seen = new Set()) {
  if (seen.has(module.href)) return [];
  seen.add(module.href);
  const imports = readFileSync(module, "utf8").matchAll(/from\s+"(\.{1,2}\/[^"]+)"/g);
  return [
    module,
    ...[...imports].flatMap(([, path = ""]) => modulesOf(new URL(path, module), seen)),
  ];
}

/** @returns {Record<string, string>} which sources the committed media were rendered from, by name */
export function readRecord() {
  return existsSync(RECORD) ? JSON.parse(readFileSync(RECORD, "utf8")) : {};
}

/**
 * @param {string} name
 * @param {string} hash
 */
export function record(name, hash) {
  const all = { ...readRecord(), [name]: hash };
  const sorted = Object.fromEntries(Object.entries(all).sort(([a], [b]) => a.localeCompare(b)));
  writeFileSync(RECORD, `${JSON.stringify(sorted, null, 2)}\n`);
}

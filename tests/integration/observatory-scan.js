// Scans hosts (`localhost:PORT`, as arguments) and prints the results as one line of JSON.
import fs from "node:fs";

// The list of sites that browsers know as https alone is fetched when the scanner's own install script runs,
// which it does not here. No host of a test is on it.
const { readFileSync } = fs;
/** @type {(...args: Parameters<typeof readFileSync>) => ReturnType<typeof readFileSync>} */
const withoutList = (file, options) =>
  String(file).endsWith("hsts-preload.json") ? "{}" : readFileSync(file, options);
fs.readFileSync = /** @type {typeof readFileSync} */ (withoutList);

// @ts-expect-error -- the scanner brings no types; the test says what it reads
const { scan } = await import("@mdn/mdn-http-observatory");
const results = [];
for (const host of process.argv.slice(2)) results.push(await scan(host));
process.stdout.write(`${JSON.stringify(results)}\n`);

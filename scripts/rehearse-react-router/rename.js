import { spawnSync } from "node:child_process";
import { readFileSync, writeFileSync } from "node:fs";
import { CODEMOD, PACKAGES } from "./versions.js";

const SCRIPT = /(?<!\.d)\.(js|tsx?)$/;

/**
 * What the upgrade guide's tables rename, but for the packages themselves.
 *
 * @type {[files: RegExp, from: RegExp, to: string][]}
 */
const RENAMES = [
  [/^vite\.config\.ts$/, /\bvitePlugin as remix\b/, "reactRouter"],
  [/^vite\.config\.ts$/, /"@remix-run\/dev"/, '"@react-router/dev/vite"'],
  [/^vite\.config\.ts$/, /\bremix\(/, "reactRouter("],
  [/^app\/entry\.client\.tsx$/, /"@remix-run\/react"/, '"react-router/dom"'],
  [/^app\/entry\.client\.tsx$/, /\bRemixBrowser\b/g, "HydratedRouter"],
  [/^app\/entry\.server\.tsx$/, /\bRemixServer\b/g, "ServerRouter"],
  [/^app\/entry\.server\.tsx$/, /\bremixContext\b/g, "reactRouterContext"],
  [/^tsconfig\.json$/, /"@remix-run\/node"/, '"@react-router/node"'],
  [SCRIPT, /"virtual:remix\/server-build"/g, '"virtual:react-router/server-build"'],
  [SCRIPT, /(?<=from )"@remix-run\/(react|node)"/g, '"react-router"'],
  [SCRIPT, /(?<=from )"@remix-run\/route-config"/g, '"@react-router/dev/routes"'],
  [SCRIPT, /(?<=from )"@remix-run\/(express|serve)"/g, '"@react-router/$1"'],
];

/**
 * Runs the official codemod in the working directory. It comes from a registry of its own; where that cannot be
 * reached nothing is changed. Its exit status does not tell.
 */
export function runCodemod() {
  const args = ["--yes", CODEMOD.runner, "run", CODEMOD.name, "--no-interactive"];
  spawnSync("npx", [...args, "--disable-analytics"], { stdio: ["ignore", "inherit", "inherit"] });
}

/**
 * Renames in the working directory, by the tables above, what the codemod has not.
 *
 * @param {string[]} files of the project
 */
export function renameByTables(files) {
  for (const file of files) {
    const before = readFileSync(file, "utf8");
    const after = renamed(file, before);
    if (after !== before) writeFileSync(file, after);
  }
}

/** A file's text with the names of React Router 7. @param {string} file its path in the project @param {string} text */
export function renamed(file, text) {
  return RENAMES.filter(([files]) => files.test(file)).reduce(
    (result, [, from, to]) => result.replace(from, to),
    text,
  );
}

/**
 * Puts the packages of React Router 7 into `package.json` of the working directory, or only takes those of Remix out.
 * npm keeps what a lock file says of Remix's own React Router 6, and refuses 7 beside it, so it is asked twice.
 *
 * @param {"out" | "in"} step
 */
export function changePackages(step) {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const going = PACKAGES.flatMap(({ from, to }) => [from, to?.[0] ?? from]);
  for (const kind of /** @type {const} */ (["dependencies", "devDependencies"])) {
    const kept = Object.entries(manifest[kind]).filter(([name]) => !going.includes(name));
    const coming = step === "out" ? [] : PACKAGES.filter((it) => it.kind === kind);
    const added = coming.flatMap(({ to }) => (to ? [to] : []));
    manifest[kind] = Object.fromEntries([...kept, ...added].sort(byName));
  }
  writeFileSync("package.json", `${JSON.stringify(manifest, null, 2)}\n`);
}

/** @param {[string, unknown]} one @param {[string, unknown]} other */
const byName = ([one], [other]) => (one < other ? -1 : 1);

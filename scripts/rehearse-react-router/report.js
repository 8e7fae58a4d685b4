import { readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { basename } from "node:path";
import { run } from "../run.js";
import { patches } from "./copy.js";
import { CODEMOD, PACKAGES } from "./versions.js";

const REPORT = "docs/react-router-7.md";

/** How many packages are installed in the working directory, for whatever platform. */
export function countInstalled() {
  const { packages } = JSON.parse(readFileSync("package-lock.json", "utf8"));
  return Object.keys(packages).length - 1;
}

/**
 * Writes what the rehearsal showed into the documentation of the project, which is the working directory.
 *
 * @param {object} rehearsal
 * @param {number} rehearsal.byCodemod how many files the official codemod renamed something in
 * @param {number} rehearsal.byTables how many the tables
 * @param {import("../steps.js").Result[]} rehearsal.results
 * @param {import("../steps.js").Result[]} rehearsal.again the files of failed tests, run once more, alone
 * @param {{ before: number, after: number }} rehearsal.installed packages
 */
export function writeReport({ byCodemod, byTables, results, again, installed }) {
  const manifest = JSON.parse(readFileSync("package.json", "utf8"));
  const versions = { ...manifest.dependencies, ...manifest.devDependencies };
  const text = `# Rehearsed: React Router 7

Remix 2 gets no more fixes; React Router 7 is its continuation. The product stays on Remix 2, and
\`npm run rehearse:react-router\` proves that the door opens: it moves a copy of the project, and writes this page.

Last run on ${new Date().toISOString().slice(0, 10)}, with Node ${process.version}.

## What passed

${table(results)}
${failedTests(results, again)}
The suites are the project's own, with the changes below. Not rehearsed: lint, the journeys in Firefox and WebKit, the
benchmark, and pages of the release before that are open while this one starts.

## What is changed

Names, in ${Math.max(byCodemod, byTables)} files, in nearly all of them in an import alone. ${byCodemod > 0 ? BY_CODEMOD : BY_TABLES}

What no renaming does is in patches, in \`scripts/rehearse-react-router/\`:

| patch | new lines | why |
| --- | --- | --- |
${patches()
  .map(({ file, why, lines }) => `| \`${basename(file)}\` | ${lines} | ${why} |`)
  .join("\n")}

## Which packages change

| now | then |
| --- | --- |
${PACKAGES.map(({ from, to }) => `| \`${from}\` ${versions[from]} | ${to ? `\`${to[0]}\` ${to[1]}` : "none"} |`).join("\n")}

npm leaves all others as they are locked. With what these bring along, ${installed.before} packages become ${installed.after}.

## Renewing a patch

A patch that no longer fits fails a test (\`tests/architecture\`), and stops the run, which leaves the copy. There, make
what is missing of its change by hand, and put \`git diff -- FILES\` below the patch's first line, which says why.
`;
  writeFileSync(REPORT, text);
  run(process.execPath, ["node_modules/oxfmt/bin/oxfmt", REPORT]);
  console.log(`The report is ${REPORT}`);
}

const BY_CODEMOD = `The
official codemod, \`${CODEMOD.name}\`, did it, run by \`${CODEMOD.runner}\`.`;

const BY_TABLES = `The
official codemod, \`${CODEMOD.name}\`, comes from a registry of its own, which this run could not reach,
so the tables in \`scripts/rehearse-react-router/rename.js\` did it, which are those of the upgrade guide. The codemod's
published source, version 1.2.0, was run once beside them (2026-11-23): it made the same files, but for line breaks in
\`tsconfig.json\`.`;

/** @param {import("../steps.js").Result[]} results */
function table(results) {
  const rows = results.map(({ step, outcome, took, tests: { passed, failed } }) => {
    const [good, bad] = passed + failed > 0 ? [passed, failed] : ["", ""];
    return `| ${step.name} | ${outcome} | ${good} | ${bad} | ${Math.round(took)} |\n`;
  });
  return `| step | outcome | tests passed | tests failed | seconds |\n| --- | --- | --- | --- | --- |\n${rows.join("")}`;
}

/** @param {import("../steps.js").Result[]} results @param {import("../steps.js").Result[]} again */
function failedTests(results, again) {
  const failures = results.flatMap(({ tests }) => tests.failures);
  if (failures.length === 0) return "";
  const rows = failures.map(
    ({ test, complaint }) =>
      `- ${test}\n\n${complaint.replaceAll(tmpdir(), "…").replace(/^/gm, "      ")}\n`,
  );
  return `What failed, and what it complained of:

${rows.join("\n")}
Their files once more, alone:

${table(again)}`;
}

import { execFileSync } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { Spec, Validation } from "@cyclonedx/cyclonedx-library";
import { ADVISORIES } from "./advisories.js";
import { allComponents, readLicences } from "./licences.js";
import { runTests } from "./proofs.js";
import {
  buildTwice,
  differences,
  git,
  hashesOf,
  manifest,
  SURROUNDINGS,
} from "./reproducible-build.js";
import { statements, vexDocument } from "./vex.js";

/**
 * @typedef {object} Result of one part of the evidence
 * @property {string} said in a sentence
 * @property {string[]} problems why it is no evidence; none: it is
 * @property {string[]} files that were written, each with what it is
 */

const SBOM = "evidence/sbom.cdx.json";
const TOOL = "node_modules/@cyclonedx/cyclonedx-npm/bin/cyclonedx-npm-cli.js";

/**
 * Writes the SBOM of what the product needs at run time, by CycloneDX' own tool, and its licences. Asks no network.
 *
 * @returns {Promise<Result>}
 */
export async function writeSbom() {
  execFileSync(process.execPath, [TOOL, "--omit", "dev", "--validate", "-o", SBOM], {
    stdio: ["ignore", "ignore", "inherit"],
    env: { ...process.env, npm_config_offline: "true", npm_config_loglevel: "error" },
  });
  const components = allComponents(readSbom().components);
  const { rows, problems } = readLicences(components);
  const table = [["package", "version", "licence", ""], ["---", "---", "---", "---"], ...rows];
  const lines = table.map((cells) => `| ${cells.join(" | ")} |`);
  const heading = "# Licences of what the product needs at run time";
  writeFileSync("evidence/licences.md", `${heading}\n\n${lines.join("\n")}\n`);
  const licences = new Set(rows.map(([, , licence]) => licence));
  return {
    said: `SBOM: ${rows.length} packages at run time, under ${licences.size} licences.`,
    problems,
    files: [
      "`sbom.cdx.json`: what the product is made of (CycloneDX)",
      "`licences.md`: the licence of each of these packages",
    ],
  };
}

/**
 * Runs the tests that the advisories name, and writes what they prove.
 *
 * @param {AbortSignal} interrupted
 * @returns {Promise<Result>}
 */
export async function writeAdvisories(interrupted) {
  const named = [...new Set(ADVISORIES.flatMap(({ tests }) => tests))];
  const ran = await runTests(named, interrupted);
  const sbom = readSbom();
  const judged = statements(ADVISORIES, allComponents(sbom.components), ran);
  const vex = JSON.stringify(vexDocument(judged, sbom, new Date()), null, 2);
  const invalid = await new Validation.JsonStrictValidator(Spec.Version.v1dot6).validate(vex);
  if (invalid !== null)
    throw new Error(`The VEX document is not valid: ${JSON.stringify(invalid)}`);
  writeFileSync("evidence/vex.cdx.json", `${vex}\n`);
  const lines = ran.map(({ name, status }) => `${status}  ${name}\n`);
  writeFileSync("evidence/tests.txt", lines.sort().join(""));
  const refused = judged.filter(({ refusals }) => refusals.length > 0);
  return {
    said: `Advisories: ${ADVISORIES.length - refused.length} of ${ADVISORIES.length} are proven not to affect the product, by ${named.length} tests run now.`,
    problems: refused.flatMap(({ advisory: { id }, refusals }) =>
      refusals.map((why) => `${id} is refused. ${why}`),
    ),
    files: [
      "`vex.cdx.json`: the known advisories of the frameworks, and why none affects the product (CycloneDX VEX); each statement names its tests",
      "`tests.txt`: what came of every test in the files of those tests",
    ],
  };
}

/**
 * Builds the commit twice and compares the builds with each other, and with the one that stands here.
 *
 * @param {AbortSignal} interrupted
 * @returns {Promise<Result>}
 */
export async function writeBuilds(interrupted) {
  const commit = git("rev-parse", "HEAD");
  const [one, other] = await buildTwice(commit, interrupted);
  writeFileSync("evidence/build.sha256", manifest(one));
  const problems = differences(one, other).map(({ file, how }) => `${file}: ${how}`);
  // What is not committed may change the build that stands here.
  if (isCommitted()) {
    const here = differences(one, hashesOf("build"));
    problems.push(...here.map(({ file, how }) => `the build here, as the second: ${file}: ${how}`));
  }
  const compared = isCommitted() ? "two builds and the one here" : "two builds";
  const result = problems.length > 0 ? "they are not the same" : "the same bytes";
  const how = SURROUNDINGS.map(({ told }, index) => `${index + 1}. ${told}`);
  const lines = [
    `# The build of ${commit}`,
    "",
    `It was built twice by Node ${process.version} on ${process.platform} ${process.arch}, from clones of their own:`,
    "",
    ...how,
    "",
    `Compared are ${one.size} files, those that are compressed too: ${result}.`,
    ...problems.map((line) => `- ${line}`),
    ...(existsSync("evidence/differences") ? ["", "What differs lies in `differences/`."] : []),
    isCommitted()
      ? "The build in the working directory is compared with them, too."
      : "The working directory has changes that are not committed: its `build/` is not compared.",
    "",
    "`sha256sum -c evidence/build.sha256` compares `build/` with the first.",
  ];
  writeFileSync("evidence/reproducible-build.md", `${lines.join("\n")}\n`);
  return {
    said: `Builds of ${commit.slice(0, 10)}: ${compared}, ${one.size} files, ${result}.`,
    problems,
    files: [
      "`reproducible-build.md`: how the commit was built twice, and whether the builds are the same",
      "`build.sha256`: the hashes of the built files; `sha256sum -c evidence/build.sha256` checks `build/`",
    ],
  };
}

/** Writes the page that the folder is read from. @param {readonly Result[]} results */
export function writeOverview(results) {
  const parts = results.flatMap(({ said, problems, files }) => [
    said,
    ...problems.flatMap((problem) => problem.split("\n")).map((line) => `- NOT SO: ${line}`),
    "",
    ...files.map((file) => `- ${file}`),
    "",
  ]);
  const changes = isCommitted() ? "" : ", with changes that are not committed";
  const what = `Written by \`npm run evidence\` on ${new Date().toISOString()}, Node ${process.version}, of commit ${git("rev-parse", "HEAD")}${changes}.`;
  writeFileSync("evidence/README.md", ["# Evidence", "", what, "", ...parts].join("\n"));
}

/** Whether the working directory is what its commit says. */
const isCommitted = () => git("status", "--porcelain") === "";

/** @returns {Parameters<typeof vexDocument>[1] & { components: import("./licences.js").Component[] }} */
function readSbom() {
  return JSON.parse(readFileSync(SBOM, "utf8"));
}

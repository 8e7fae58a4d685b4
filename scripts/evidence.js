import { execFileSync, spawnSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { licenceProblems, runtimePackages, unansweredAdvisories } from "./evidence/judge.js";
import { ensureInstalled, enterProject } from "./install.js";

const PAGE = "docs/advisories.md";
const OUTPUT = /** @type {const} */ ({ encoding: "utf8", maxBuffer: 64 * 1024 * 1024 });
const SBOM = "evidence/sbom.cdx.json";

enterProject();
await ensureInstalled();
mkdirSync("evidence", { recursive: true });

const sbom = execFileSync("npm", ["sbom", "--sbom-format=cyclonedx"], OUTPUT);
writeFileSync(SBOM, sbom);
const packages = runtimePackages(JSON.parse(sbom));
console.log(`SBOM: ${SBOM} (CycloneDX). ${packages.length} packages are needed at run time.`);

const licences = licenceProblems(packages);
console.log(`Licences: ${licences.length} that are not allowed.`);
for (const problem of licences) console.error(`  ${problem}`);

const { stdout } = spawnSync("npm", ["audit", "--omit=dev", "--json"], OUTPUT);
const audit = JSON.parse(stdout);
const open = unansweredAdvisories(audit, readFileSync(PAGE, "utf8"));
if (open === null) {
  console.log(`Advisories: not looked for, because the registry does not say: ${audit.message}`);
} else {
  console.log(`Advisories: ${open.length} without an answer in ${PAGE}.`);
  for (const advisory of open) console.error(`  ${advisory}`);
}

process.exitCode = licences.length + (open ?? []).length > 0 ? 1 : 0;

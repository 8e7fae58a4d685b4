import { randomUUID } from "node:crypto";
import { satisfies } from "semver";
import { packageName } from "./licences.js";
import { refusal } from "./proofs.js";

/**
 * @typedef {import("./advisories.js").Advisory} Advisory
 * @typedef {import("./licences.js").Component} Component
 *
 * @typedef {object} Statement that an advisory does not affect the product
 * @property {Advisory} advisory
 * @property {string[]} refusals why it cannot be made; none: it stands
 * @property {{ ref: string, name: string, version: string, vulnerable: boolean }[]} installed of the packages that it is about
 */

/**
 * Judges whether advisories may be said not to affect the product.
 *
 * @param {readonly Advisory[]} advisories
 * @param {readonly Component[]} components what the product is made of
 * @param {readonly import("./proofs.js").Ran[]} ran the tests that have run now
 * @returns {Statement[]}
 */
export function statements(advisories, components, ran) {
  return advisories.map((advisory) => ({
    advisory,
    refusals:
      advisory.tests.length === 0
        ? ["it names no test"]
        : advisory.tests.flatMap((test) => refusal(test, ran) ?? []),
    installed: components.flatMap((component) => {
      const [name, { version }] = [packageName(component), component];
      const range = advisory.vulnerable[name];
      if (range === undefined) return [];
      return {
        ref: component["bom-ref"] ?? "",
        name,
        version,
        vulnerable: satisfies(version, range),
      };
    }),
  }));
}

/**
 * The statements as a CycloneDX document. One that is refused is no 'not affected': it is in triage.
 *
 * @param {readonly Statement[]} judged
 * @param {{ serialNumber: string, version: number, metadata: { component: { [property: string]: unknown } } }} sbom
 *   the document that the statements speak of
 * @param {Date} now
 */
export function vexDocument(judged, sbom, now) {
  const sbomLink = `urn:cdx:${sbom.serialNumber.replace("urn:uuid:", "")}/${sbom.version}`;
  const product = String(sbom.metadata.component["bom-ref"]);
  const { type, name, version } = sbom.metadata.component;
  return {
    $schema: "http://cyclonedx.org/schema/bom-1.6.schema.json",
    bomFormat: "CycloneDX",
    specVersion: "1.6",
    serialNumber: `urn:uuid:${randomUUID()}`,
    version: 1,
    metadata: {
      timestamp: now.toISOString(),
      component: { type, name, version, "bom-ref": product },
    },
    vulnerabilities: judged.map((statement) => {
      const { advisory, installed } = statement;
      const affects = installed.length > 0 ? installed : [{ ref: product }];
      const database = {
        name: "GitHub Advisory Database",
        url: `https://github.com/advisories/${advisory.ghsa}`,
      };
      return {
        "bom-ref": advisory.id,
        id: advisory.id,
        source: { name: "NVD", url: `https://nvd.nist.gov/vuln/detail/${advisory.id}` },
        references: [{ id: advisory.ghsa, source: database }],
        description: advisory.about,
        analysis: analysisOf(statement),
        affects: affects.map((one) => ({
          ref: `${sbomLink}#${encodeURIComponent(one.ref)}`,
          ...("version" in one && {
            versions: [
              { version: one.version, status: one.vulnerable ? "affected" : "unaffected" },
            ],
          }),
        })),
        properties: advisory.tests.map((test) => ({ name: "pulse:proof", value: test })),
      };
    }),
  };
}

/** @param {Statement} statement */
function analysisOf({ advisory, refusals, installed }) {
  if (refusals.length > 0) {
    return { state: "in_triage", detail: `Not proven. ${refusals.join("; ")}` };
  }
  const vulnerable = installed.some((one) => one.vulnerable);
  const versions = installed.map(({ name, version }) => `${name} ${version}`).join(", ");
  return {
    state: "not_affected",
    justification: vulnerable ? advisory.justification : "code_not_present",
    detail: vulnerable
      ? `${advisory.answer}.`
      : `No vulnerable version is installed (${versions}). Besides: ${advisory.answer}.`,
  };
}

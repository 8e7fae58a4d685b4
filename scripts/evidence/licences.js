import satisfies from "spdx-satisfies";

/** Licences that ask for their notice at most. Another one is a decision: read it, then add it here. */
const ALLOWED = [
  "0BSD",
  "Apache-2.0",
  "BlueOak-1.0.0",
  "BSD-2-Clause",
  "BSD-3-Clause",
  "ISC",
  "MIT",
  "Unlicense",
];

/**
 * What of a CycloneDX component is read here.
 *
 * @typedef {object} Component
 * @property {string} [bom-ref]
 * @property {string} [group]
 * @property {string} name
 * @property {string} version
 * @property {"required" | "optional" | "excluded"} [scope]
 * @property {({ expression: string } | { license: { id?: string, name?: string } })[]} [licenses]
 * @property {Component[]} [components] packages within the package
 */

/**
 * All components of an SBOM, those within others too, in the order of their names.
 *
 * @param {readonly Component[]} components
 * @returns {Component[]}
 */
export function allComponents(components) {
  const all = components.flatMap((one) => [one, ...allComponents(one.components ?? [])]);
  const key = (/** @type {Component} */ one) => `${packageName(one)}@${one.version}`;
  return all.toSorted((a, b) => (key(a) < key(b) ? -1 : 1));
}

/** A component's name on npm. @param {Component} component */
export const packageName = ({ group, name }) => (group ? `${group}/${name}` : name);

/**
 * Every package with its licence, and what is wrong with any of them.
 *
 * @param {readonly Component[]} components
 * @returns {{ rows: string[][], problems: string[] }} rows: package, version, licence, "optional" or ""
 */
export function readLicences(components) {
  /** @type {string[][]} */
  const rows = [];
  /** @type {string[]} */
  const problems = [];
  for (const component of components) {
    const { version, scope, licenses = [] } = component;
    const licence = licenses.map(textOf).join(" AND ");
    rows.push([packageName(component), version, licence, scope === "optional" ? scope : ""]);
    const problem = problemOf(licence);
    if (problem) problems.push(`${packageName(component)}@${version} ${problem}`);
  }
  return { rows, problems };
}

/** @param {NonNullable<Component["licenses"]>[number]} licence */
function textOf(licence) {
  if ("expression" in licence) return licence.expression;
  return licence.license.id ?? licence.license.name ?? "";
}

/** @param {string} licence an SPDX expression, or what a package says instead @returns {string | null} */
function problemOf(licence) {
  if (licence === "") return "names no licence";
  try {
    return satisfies(licence, ALLOWED) ? null : `has a licence that is not allowed: ${licence}`;
  } catch {
    return `has a licence that is not known: ${licence}`;
  }
}

/** Licences that require at most their notice. Read any other licence before you decide to add it here. */
const ALLOWED = "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause ISC MIT Unlicense".split(
  " ",
);

/**
 * The parts of a package in a CycloneDX document that are read here.
 *
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {{ name: string }[]} properties
 * @property {({ expression: string } | { license: { id?: string, name?: string } })[]} [licenses]
 */

/** Returns the packages that are not only for development. @param {{ components: Package[] }} sbom */
export function runtimePackages({ components }) {
  const mark = "cdx:npm:package:development";
  return components.filter(({ properties }) => !properties.some(({ name }) => name === mark));
}

/** Returns a line for each package whose licence is not allowed. @param {Package[]} packages */
export function licenceProblems(packages) {
  return packages.flatMap(({ name, version, licenses = [] }) => {
    const texts = licenses.map((entry) =>
      "expression" in entry ? entry.expression : (entry.license.id ?? entry.license.name ?? ""),
    );
    if (texts.length > 0 && texts.every(isAllowed)) return [];
    return [`${name}@${version}: ${texts.join(", ") || "names no licence"}`];
  });
}

/** Whether allowed licences alone can satisfy an SPDX expression. @param {string} licence @returns {boolean} */
function isAllowed(licence) {
  const flat = licence.replace(/\(([^()]*)\)/, (_, inner) =>
    isAllowed(inner) ? "MIT" : "refused",
  );
  if (flat !== licence) return isAllowed(flat);
  return licence
    .split(" OR ")
    .some((option) => option.split(" AND ").every((id) => ALLOWED.includes(id)));
}

/**
 * Returns a line for each advisory of `npm audit --json` that a page does not name; null when npm got no answer.
 *
 * @param {{ vulnerabilities?: Record<string, { via: (string | { url: string, title: string, name: string })[] }> }} audit
 * @param {string} page text of the page with answers to advisories
 */
export function unansweredAdvisories({ vulnerabilities }, page) {
  if (vulnerabilities === undefined) return null;
  const causes = Object.values(vulnerabilities).flatMap(({ via }) => via);
  const lines = causes
    .filter((cause) => typeof cause === "object")
    .filter(({ url }) => !page.includes(url.replace(/.*\//, "")))
    .map(({ name, title, url }) => `${name}: ${title} (${url})`);
  return [...new Set(lines)];
}

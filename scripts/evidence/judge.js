/** Licences that ask for their notice at most. Another licence is a decision: read it, then add it here. */
const ALLOWED = "0BSD Apache-2.0 BlueOak-1.0.0 BSD-2-Clause BSD-3-Clause ISC MIT Unlicense".split(
  " ",
);

/**
 * What is read of a package in a CycloneDX document.
 *
 * @typedef {object} Package
 * @property {string} name
 * @property {string} version
 * @property {{ name: string }[]} properties
 * @property {({ expression: string } | { license: { id?: string, name?: string } })[]} [licenses]
 */

/** The packages that serve more than development. @param {{ components: Package[] }} sbom */
export function runtimePackages({ components }) {
  const mark = "cdx:npm:package:development";
  return components.filter(({ properties }) => !properties.some(({ name }) => name === mark));
}

/** A line for each package whose licence is none of those allowed. @param {Package[]} packages */
export function licenceProblems(packages) {
  return packages.flatMap(({ name, version, licenses = [] }) => {
    const texts = licenses.map((one) =>
      "expression" in one ? one.expression : (one.license.id ?? one.license.name ?? ""),
    );
    if (texts.length > 0 && texts.every(isAllowed)) return [];
    return [`${name}@${version}: ${texts.join(", ") || "names no licence"}`];
  });
}

/** Whether an SPDX expression can be met by allowed licences alone. @param {string} licence @returns {boolean} */
function isAllowed(licence) {
  const flat = licence.replace(/\(([^()]*)\)/, (_, inner) =>
    isAllowed(inner) ? "MIT" : "refused",
  );
  if (flat !== licence) return isAllowed(flat);
  return licence
    .split(" OR ")
    .some((one) => one.split(" AND ").every((id) => ALLOWED.includes(id)));
}

/**
 * A line for each advisory of `npm audit --json` that a page does not name; null when npm got no answer.
 *
 * @param {{ vulnerabilities?: Record<string, { via: (string | { url: string, title: string, name: string })[] }> }} audit
 * @param {string} page
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

/**
 * The known advisories of the frameworks that the product stands on, and why none of them affects it. This is the
 * source of `docs/advisories.md` and of the VEX document that `npm run evidence` writes.
 *
 * @typedef {"code_not_present" | "code_not_reachable" | "requires_configuration" | "protected_by_mitigating_control"} Justification
 *   why the product is not affected although a vulnerable version is installed; CycloneDX' own words
 *
 * @typedef {object} Advisory
 * @property {string} id its CVE
 * @property {string} ghsa its name in the GitHub Advisory Database
 * @property {string} about what goes wrong
 * @property {Readonly<Record<string, string>>} vulnerable versions of packages, as that database has them; wider where
 *   Remix 2 holds the same code
 * @property {Justification} justification
 * @property {string} answer what here answers it
 * @property {readonly string[]} tests that prove the answer, as vitest names them: file, groups and title; `%s` and
 *   `$name` stand for whatever a table of cases puts there
 */

const HOSTILE = "tests/integration/hostile-requests.test.ts";
const ATTACKS = "tests/integration/advisories.test.ts";
const SOURCE = "tests/architecture/advisories.test.ts";
const GUARD = "tests/integration/cross-origin-guard.test.ts";
const TARGETS = "tests/unit/server/http/request-url.test.ts > request targets";
const DASHBOARD_URL = "tests/unit/app/features/dashboard/dashboard-url.test.ts";

const KNOWN_LINKS = `${ATTACKS} > no link and no redirect leads where a visitor says > %s`;
const KNOWN_REDIRECTS =
  "tests/integration/dashboard-theme.test.ts > the choice of day or night > leads to the dashboard from anywhere else";
const NONCES =
  "tests/integration/http-headers.test.ts > headers under %s > let every script of a page made for one request run by a nonce used once, and nothing inline without";

/** @type {readonly Advisory[]} */
export const ADVISORIES = [
  {
    id: "CVE-2026-42342",
    ghsa: "GHSA-8x6r-g9mw-2r78",
    about: "`/__manifest` lists routes for paths that a visitor names, at any cost",
    vulnerable: { "@remix-run/server-runtime": ">=2.10.0 <2.17.5" },
    justification: "requires_configuration",
    answer: "lazy route discovery is off: the address does not exist",
    tests: [
      `${ATTACKS} > no manifest is made of the paths that a visitor names: %s`,
      `${SOURCE} > routes are not discovered late`,
    ],
  },
  {
    id: "CVE-2026-55685",
    ghsa: "GHSA-chx6-hx7r-mcp5",
    about: "`/__manifest` does so with other parameters, which Remix 2 never mended",
    vulnerable: { "@remix-run/server-runtime": ">=2.10.0", "react-router": ">=7.0.0 <7.18.0" },
    justification: "requires_configuration",
    answer: "lazy route discovery is off: the address does not exist",
    tests: [
      `${ATTACKS} > no manifest is made of the paths that a visitor names: %s`,
      `${HOSTILE} > what once cost 20 times a page > $name: 404`,
      `${SOURCE} > routes are not discovered late`,
    ],
  },
  {
    id: "CVE-2026-34077",
    ghsa: "GHSA-rxv8-25v2-qmq8",
    about: "turbo-stream 2 takes the square of the time for hostile input that a loader reflects",
    vulnerable: { "turbo-stream": "<3.0.0" },
    justification: "protected_by_mitigating_control",
    answer: "everything a loader reflects is bounded first; bodies end at 64 KiB",
    tests: [
      `${DASHBOARD_URL} > reading a URL > cuts texts to their length in code points and takes control characters out`,
      `${DASHBOARD_URL} > writing a URL > turns any query string into a state that is stable and bounded`,
      "tests/integration/http-limits.test.ts > request bodies > of 64 KiB, %s, are read whole; one byte more is refused",
      `${HOSTILE} > what once cost 20 times a page > $name: 200`,
    ],
  },
  {
    id: "CVE-2026-42211",
    ghsa: "GHSA-49rj-9fvp-4h2h",
    about: "turbo-stream makes objects of types that polluted prototypes name",
    vulnerable: { "turbo-stream": "<3.0.0", "react-router": ">=7.0.0 <7.14.2" },
    justification: "code_not_reachable",
    answer:
      "nothing a visitor sends becomes an object's key: queries and forms are read by name, JSON by schemas; Express reads no query",
    tests: [`${ATTACKS} > nothing that is sent becomes a property of every object`],
  },
  {
    id: "CVE-2026-22030",
    ghsa: "GHSA-h5cw-625j-3rxh",
    about: "posts of other sites reach a page's action",
    vulnerable: { "@remix-run/server-runtime": "<2.17.3" },
    justification: "protected_by_mitigating_control",
    answer: "the form guard runs before Remix on every unsafe method",
    tests: [
      `${GUARD} > form posts under %s > to a %s > are refused with %s`,
      "tests/unit/server/http/refusal/cross-origin-guard.test.ts > the form guard > lets no other origin through, with any host asked for",
    ],
  },
  {
    id: "CVE-2026-53663",
    ghsa: "GHSA-84g9-w2xq-vcv6",
    about: "they do so by other methods, by resource routes and `?_data=`",
    vulnerable: { "@remix-run/server-runtime": ">=2.17.3 <2.17.5" },
    justification: "protected_by_mitigating_control",
    answer: "the same guard; `?_data=` is answered 404",
    tests: [
      `${GUARD} > form posts under %s > are refused as %s too`,
      `${GUARD} > form posts under %s > reach nothing by an old data request`,
      "tests/integration/deletion-session.test.ts > behind a proxy that ends https > sends nothing upstream for %s from another site",
      "tests/unit/server/http/data-requests.test.ts > data twins > are not asked for as in %s any more",
    ],
  },
  {
    id: "CVE-2026-22029",
    ghsa: "GHSA-2w69-qvjg-hvjx",
    about: "a redirect to a script's address runs it",
    vulnerable: { "@remix-run/router": "<1.23.2" },
    justification: "code_not_reachable",
    answer: "redirect targets are built from known paths",
    tests: [KNOWN_REDIRECTS, KNOWN_LINKS],
  },
  {
    id: "CVE-2026-40181",
    ghsa: "GHSA-2j2x-hqr9-3h42",
    about: "a path of two slashes becomes a redirect to another site",
    vulnerable: {
      "react-router": ">=6.7.0 <6.30.4 || >=7.0.0 <7.14.1",
      "@remix-run/router": ">=1.3.0 <1.23.3",
    },
    justification: "protected_by_mitigating_control",
    answer: "such paths are refused before Remix; redirect targets are built from known paths",
    tests: [
      `${TARGETS} > refuses '%s'`,
      `${TARGETS} > takes only what has no empty segment in the URL that is made of it`,
      `${HOSTILE} > what once cost 20 times a page > $name: 400`,
      KNOWN_REDIRECTS,
    ],
  },
  {
    id: "CVE-2025-68470",
    ghsa: "GHSA-9jcx-v3wj-wh4m",
    about: "a path from outside leads a link, or a redirect, to another site",
    vulnerable: { "react-router": ">=6.0.0 <6.30.2 || >=7.0.0 <7.9.6" },
    justification: "code_not_reachable",
    answer: "no link goes where a visitor says",
    tests: [KNOWN_LINKS, KNOWN_REDIRECTS],
  },
  {
    id: "CVE-2026-53669",
    ghsa: "GHSA-wrjc-x8rr-h8h6",
    about: "a backslash does the same in a link",
    vulnerable: { "react-router": ">=6.0.0 <7.18.0" },
    justification: "code_not_reachable",
    answer: "such paths are refused; no link goes where a visitor says",
    tests: [`${TARGETS} > refuses '%s'`, KNOWN_LINKS, KNOWN_REDIRECTS],
  },
  {
    id: "CVE-2026-53668",
    ghsa: "GHSA-jjmj-jmhj-qwj2",
    about: "a colon makes the path of a link the address of another site, or a script",
    vulnerable: {
      "react-router-dom": ">=6.30.2 <6.30.6",
      "react-router": ">=7.9.6 <7.13.0",
    },
    justification: "code_not_reachable",
    answer: "no link goes where a visitor says",
    tests: [KNOWN_LINKS, KNOWN_REDIRECTS],
  },
  {
    id: "CVE-2026-53666",
    ghsa: "GHSA-337j-9hxr-rhxg",
    about: "an error's type in the page's data is taken for a constructor",
    vulnerable: { "react-router": ">=6.4.0 <7.18.0" },
    justification: "protected_by_mitigating_control",
    answer:
      "loaders answer with values, and of what is thrown all the same nothing reaches the page but that it was",
    tests: [
      "tests/integration/error-pages.test.ts > a page that has its own words for what it could not do > is the account's deletion: a sentence, what it means, a reference, and ways on",
    ],
  },
  {
    id: "CVE-2026-53667",
    ghsa: "GHSA-h8fp-f39c-q6mh",
    about: "an error of server components redirects to a script's address",
    vulnerable: { "react-router": ">=7.11.0 <7.18.0" },
    justification: "code_not_present",
    answer: "Remix 2 has no server components",
    tests: [`${SOURCE} > there are no server components`],
  },
  {
    id: "CVE-2025-59057",
    ghsa: "GHSA-3cgp-3xvw-98x8",
    about: "script injection through JSON-LD in `meta`",
    vulnerable: { "@remix-run/react": ">=1.15.0 <2.17.1", "react-router": ">=7.0.0 <7.9.0" },
    justification: "protected_by_mitigating_control",
    answer: "it is escaped for scripts, and the policy runs no script without a nonce or hash",
    tests: [
      `${ATTACKS} > a script that a visitor brings > is text on %s, in its data for scripts and for search engines too`,
      "tests/integration/search-engines.test.ts > what search engines are told > describes organization and website on the home page",
      NONCES,
    ],
  },
  {
    id: "CVE-2026-21884",
    ghsa: "GHSA-8v8x-cx79-35w7",
    about: "script injection through the keys of ScrollRestoration",
    vulnerable: { "@remix-run/react": "<2.17.3", "react-router": ">=7.0.0 <7.12.0" },
    justification: "code_not_reachable",
    answer: "no keys from input; the same policy",
    tests: [`${SOURCE} > positions of scrolling have no keys of their own`, NONCES],
  },
  {
    id: "CVE-2025-61686",
    ghsa: "GHSA-9583-h5hc-x8cw",
    about: "a session's id leads out of the folder of file sessions",
    vulnerable: { "@remix-run/node": "<2.17.2" },
    justification: "code_not_reachable",
    answer: "cookie sessions only",
    tests: [
      `${SOURCE} > sessions are never kept in files`,
      "tests/unit/server/session/sealed-cookie.test.ts > the sealed cookie > is none when any character of it is changed, cut off or added",
    ],
  },
  {
    id: "CVE-2025-31137",
    ghsa: "GHSA-4q56-crqp-v477",
    about: "a port in `Host` or `X-Forwarded-Host` that holds a path changes the address",
    vulnerable: { "@remix-run/express": ">=2.11.1 <2.16.3" },
    justification: "protected_by_mitigating_control",
    answer: "a host is checked before Remix; forwarded ones are believed of trusted proxies alone",
    tests: [
      `${ATTACKS} > a host that a visitor makes up > is refused when it would change the address: %s`,
      `${ATTACKS} > a host that a visitor makes up > is on no page, whoever forwards it`,
      `${TARGETS} > refuses the host '%s'`,
      "tests/unit/server/http/client-address.test.ts > the scheme and host asked for > are not believed from anyone else",
      "tests/unit/server/http/client-address.test.ts > the scheme and host asked for > leave out the host '%s'",
    ],
  },
];

/**
 * An advisory's row in `docs/advisories.md`.
 *
 * @param {Advisory} advisory
 * @returns {string[]} its cells
 */
export function tableRow({ id, about, answer, tests }) {
  const files = [...new Set(tests.map((test) => fileOf(test).replace("tests/", "")))];
  return [`${about} (${id})`, answer, files.map((file) => `\`${file}\``).join(", ")];
}

/** The file of a test that is named with it. @param {string} test */
export const fileOf = (test) => test.slice(0, test.indexOf(" > "));

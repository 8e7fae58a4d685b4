/**
 * @typedef {object} Area
 * @property {string} name
 * @property {readonly string[]} paths modules, and folders with all below them, that are mutated
 * @property {Record<string, string>} leftOut modules in those folders that are not, with the reason
 */

/** Of each area so many of a hundred mutants have to be found by a test. */
export const LEAST_SCORE = 90;

/** What is mutated, the most dangerous first. @type {readonly Area[]} */
export const areas = [
  { name: "Limits", paths: ["server/limits/"], leftOut: {} },
  { name: "Deletion", paths: ["server/deletion/"], leftOut: {} },
  { name: "Session", paths: ["server/session/"], leftOut: {} },
  {
    name: "HTTP guards",
    paths: [
      "server/http/refusal/",
      "server/http/client-address.server.ts",
      "server/http/data-requests.server.ts",
      "server/http/personal-cookies.server.ts",
      "server/http/request-url.server.ts",
      "server/http/untrusted-proxy.server.ts",
    ],
    leftOut: {},
  },
  { name: "Cache", paths: ["server/cache/"], leftOut: {} },
  { name: "Page cache", paths: ["server/http/cache/"], leftOut: {} },
];

/** What is mutated, as patterns of file names. */
export const mutated = areas.flatMap(({ paths, leftOut }) => [
  ...paths.map((path) => (path.endsWith("/") ? `${path}**/*.ts` : path)),
  ...Object.keys(leftOut).map((file) => `!${file}`),
]);

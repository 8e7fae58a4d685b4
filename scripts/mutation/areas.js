/**
 * @typedef {object} Area
 * @property {string} name
 * @property {readonly string[]} paths modules, and folders with all below them, that are mutated
 * @property {Record<string, string>} leftOut modules in those folders that are not, with the reason
 */

/** Of each area so many of a hundred mutants have to be found by a test. */
export const LEAST_SCORE = 90;

const ON_REDIS = "which a real Redis runs in `integration/shared-tier.test.ts`";
const ON_BUILD = "which `integration/response-caches.test.ts` looks at from outside";

/** What is mutated, the most dangerous first. @type {readonly Area[]} */
export const areas = [
  { name: "Limits", paths: ["server/limits/"], leftOut: {} },
  {
    name: "Deletion",
    paths: ["server/deletion/"],
    leftOut: {
      "server/deletion/redis-single-flight.server.ts":
        "its steps are scripts that Redis runs, and what matters is what instances do beside each other; `integration/redis-deletion.test.ts` has it on a real Redis",
    },
  },
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
  {
    name: "Cache",
    paths: ["server/cache/"],
    leftOut: {
      "server/cache/redis-scripts.server.ts": `scripts alone, ${ON_REDIS}`,
      "server/cache/redis-tier.server.ts": `sends those scripts, ${ON_REDIS}`,
      "server/cache/redis-tier-size.server.ts": `one script, ${ON_REDIS}`,
    },
  },
  {
    name: "Page cache",
    paths: ["server/http/cache/"],
    leftOut: {
      "server/http/cache/cached-files.server.ts": `reads the build, ${ON_BUILD}`,
      "server/http/cache/catalogue-file.server.ts": `reads the build, ${ON_BUILD}`,
      "server/http/cache/response-caches.server.ts": `joins the caches to Remix, ${ON_BUILD}`,
    },
  },
];

/** What is mutated, as patterns of file names. */
export const mutated = areas.flatMap(({ paths, leftOut }) => [
  ...paths.map((path) => (path.endsWith("/") ? `${path}**/*.ts` : path)),
  ...Object.keys(leftOut).map((file) => `!${file}`),
]);

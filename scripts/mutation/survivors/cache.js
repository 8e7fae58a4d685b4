import { ALWAYS_THERE, AT_LOADING, NOTHING, REMEMBERED } from "./reasons.js";

const NO_QUERY = "a key without a query names no page, whatever stands in its place";
const SAME_MOMENT = "of two in the same millisecond either may be the later one";
const NO_STATE = "a failure has no state that could be looked for";
const BETWEEN_BUILDS = "shows only between two builds whose stored shapes differ";
const UNSHARED = "an answer that is not shared is told from no other one";
const COOLING =
  "an answer ends its failure: where one is left and nobody is to fetch, it cools down";
const NO_ENTRY = "without an answer nobody looks at when it arrived";

/** @type {readonly import("../report.js").Known[]} */
export const survivors = [
  {
    file: "server/cache/key-groups.server.ts",
    line: 'const [path = "", query = ""] = key.split(/\\?(.*)/s);',
    becomes: ['"Stryker was here!"'],
    why: NO_QUERY,
  },
  {
    file: "server/cache/key-groups.server.ts",
    line: "if (lastError && lastError.at >= (group.lastError?.at ?? 0)) group.lastError = lastError;",
    becomes: ["lastError.at > (group.lastError?.at ?? 0)"],
    why: SAME_MOMENT,
  },
  {
    file: "server/cache/view-version.server.ts",
    line: 'return Object.values(results).some((one) => !("error" in one) && one.state === "refreshing");',
    becomes: ['""'],
    why: NO_STATE,
  },
  {
    file: "server/cache/dashboard-data.server.ts",
    line: "if (known === undefined) newestStarts.set(value, at);",
    becomes: ["true", "false", "known !== undefined"],
    why: REMEMBERED,
  },
  {
    file: "server/cache/dashboard-data.server.ts",
    line: "} catch {",
    becomes: ["{}"],
    why: NOTHING,
  },
  {
    file: "server/cache/lru-store.server.ts",
    line: "yield { key, entry, bytes: entries.info(key)?.size ?? 0 };",
    becomes: ["entries.info(key).size"],
    why: ALWAYS_THERE,
  },
  {
    file: "server/cache/serialization.server.ts",
    line: "const answer = compiled.get(resource)?.safeParse(parsedJson(stored));",
    becomes: ["compiled.get(resource).safeParse"],
    why: ALWAYS_THERE,
  },
  {
    file: "server/cache/serialization.server.ts",
    line: "return answer?.success ? answer.data : null;",
    becomes: ["answer.success"],
    why: ALWAYS_THERE,
  },
  {
    file: "server/cache/serialization.server.ts",
    line: "} catch {",
    becomes: ["{}"],
    why: NOTHING,
  },
  {
    file: "server/cache/serialization.server.ts",
    line: "...forEachChart(() => chartShape),",
    becomes: ["() => undefined"],
    why: AT_LOADING,
  },
  {
    file: "server/cache/serialization.server.ts",
    line: "Object.entries(schemas).map(([name, value]) => {",
    becomes: ["{}"],
    why: AT_LOADING,
  },
  {
    file: "server/cache/serialization.server.ts",
    line: 'export const storedVersion = createHash("sha256")',
    becomes: ['""'],
    why: AT_LOADING,
  },
  {
    file: "server/cache/serialization.server.ts",
    line: ".update(JSON.stringify([MEANING, Object.values(schemas).map((one) => z.toJSONSchema(one))]))",
    becomes: ["[]", "() => undefined"],
    why: BETWEEN_BUILDS,
  },
  {
    file: "server/cache/shared-tier.server.ts",
    line: 'export const noLease: Lease = { id: "", succeed: nothing, fail: nothing, release: nothing };',
    becomes: ['"Stryker was here!"'],
    why: UNSHARED,
  },
  {
    file: "server/cache/stale-while-revalidate.server.ts",
    line: "if (claim.failure && claim.failure.coolMs > 0) throw claim.failure.error;",
    becomes: ["true", "claim.failure.coolMs >= 0"],
    why: COOLING,
  },
  {
    file: "server/cache/stale-while-revalidate.server.ts",
    line: "return entry && elapsed - entry.arrived < policy.freshMs ? entry : null;",
    becomes: ["elapsed - entry.arrived <= policy.freshMs"],
    why: SAME_MOMENT,
  },
  {
    file: "server/cache/stale-while-revalidate.server.ts",
    line: "const arrived = entry ? asked - entry.ageMs : -Infinity;",
    becomes: ["+Infinity"],
    why: NO_ENTRY,
  },
  {
    file: "server/cache/stale-while-revalidate.server.ts",
    line: "if (!entry || entry.id === own?.id || arrived <= (own?.arrived ?? -Infinity)) return;",
    becomes: ["arrived < (own?.arrived ?? -Infinity)"],
    why: SAME_MOMENT,
  },
];

const LUA =
  "a script that Redis runs; `integration/redis-limits.test.ts` and `redis-slots.test.ts` have it on a real one";
const INDEX = "the index is always there: the question mark is for the compiler";
const ZERO_PLACES =
  "a network that holds nothing stays in the map: memory alone, which `npm run soak` watches";
const ZERO_COUNT = "a count of 0 is the same as none, and is forgotten with its window";
const NO_ARGS = "arguments that the script does not look at";
const REFUSED_IS_FULL = "Redis refuses only what is full: the rest is for the compiler";
const OWED_TTL = "what has ended is handed over, and ends in Redis at once";

/** @type {readonly import("../report.js").Known[]} */
export const survivors = [
  {
    file: "server/limits/redis-counters.server.ts",
    line: "const left = counters.map(({ points }, index) => points - (counts[index]?.used ?? 0));",
    becomes: ["counts[index].used"],
    why: INDEX,
  },
  {
    file: "server/limits/redis-counters.server.ts",
    line: "await redis.script(GIVE_BACK, counters.map(keyOf), []);",
    becomes: ['["Stryker was here"]'],
    why: NO_ARGS,
  },
  {
    file: "server/limits/redis-counters.server.ts",
    line: "await ask(READ, []); // an instance that has been alone may not know the clock yet",
    becomes: ['["Stryker was here"]'],
    why: NO_ARGS,
  },
  {
    file: "server/limits/redis-counters.server.ts",
    line: "const REPORT = `",
    becomes: ["``"],
    why: LUA,
  },
  {
    file: "server/limits/redis-counters.server.ts",
    line: "`local counted = 1",
    becomes: ["``"],
    why: LUA,
  },
  {
    file: "server/limits/redis-counters.server.ts",
    line: 'const READ = luaScript("limits-read", `local counted = 0${REPORT}`);',
    becomes: ["``"],
    why: LUA,
  },
  {
    file: "server/limits/redis-counters.server.ts",
    line: "`for _, key in ipairs(KEYS) do",
    becomes: ["``"],
    why: LUA,
  },
  {
    file: "server/limits/redis-counters.server.ts",
    line: "`for i, key in ipairs(KEYS) do",
    becomes: ["``"],
    why: LUA,
  },
  {
    file: "server/limits/counters.server.ts",
    line: "const isFull = used >= (counters[full]?.points ?? Infinity);",
    becomes: ["counters[full].points"],
    why: INDEX,
  },
  {
    file: "server/limits/counters.server.ts",
    line: "const left = counters.map(({ points }, index) => points - (counts[index]?.used ?? 0));",
    becomes: ["counts[index].used"],
    why: INDEX,
  },
  {
    file: "server/limits/shared-slots.server.ts",
    line: "const DAY_MS = 24 * 60 * 60 * 1000;",
    becomes: ["24 * 60 / 60", "24 / 60", "24 * 60 * 60 / 1000"],
    why: LUA,
  },
  {
    file: "server/limits/shared-slots.server.ts",
    line: "const TELL = `",
    becomes: ["``"],
    why: LUA,
  },
  { file: "server/limits/shared-slots.server.ts", line: "`${TELL}", becomes: ["``"], why: LUA },
  {
    file: "server/limits/concurrency-limits.server.ts",
    line: "if (left > 0) byNetwork.set(network, left);",
    becomes: ["true", "left >= 0"],
    why: ZERO_PLACES,
  },
  {
    file: "server/limits/local-counters.server.ts",
    line: "left: counters.map(({ points }, index) => points - (counts[index]?.used ?? 0)),",
    becomes: ["counts[index].used"],
    why: INDEX,
  },
  {
    file: "server/limits/local-counters.server.ts",
    line: "if (used > 1) write(counter, { used: used - 1, until }, now);",
    becomes: ["true", "used >= 1"],
    why: ZERO_COUNT,
  },
  {
    file: "server/limits/shared-counters.server.ts",
    line: "owed.set(name, sum, { ttl: Math.max(1, sum.until - Date.now()) });",
    becomes: ["{}", "sum.until + Date.now()"],
    why: OWED_TTL,
  },
  {
    file: "server/limits/redis-counters.server.ts",
    line: "return { ok: false, ...(longestFull(counters, counts) ?? { full: 0, until: Date.now() }) };",
    becomes: ["{}"],
    why: REFUSED_IS_FULL,
  },
];

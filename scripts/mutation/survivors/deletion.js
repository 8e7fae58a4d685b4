import { ALWAYS_THERE, NOTHING } from "./reasons.js";

const GUARDED = "the guard lets nobody else come as far as here: it is said to the compiler";
const NO_TIME = "what has no time has not passed it";
const NO_REFERENCE = "a reference that is not known is undefined, whether it is named or not";
const ONE_NAME = "a name that who writes and who reads both have from here";
const CLEARED = "without a session the cookie is cleared, which cannot fail";
const SAME_MOMENT = "in that very millisecond either is right";
const NO_USES = "who takes, or gives back, nothing counts nothing";
const NO_END = "a pause without an end is none";
const TWICE = "a request without a key is looked for in two places, each of which is enough";
const NEVER_LOST = "only what failed can be lost";
const NOT_STORED = "what cannot be seen is never told to other instances";
const NO_SESSION = "no session is the place `phone`, which leads to the same";
const BLANKS = "the next line makes one blank of several";
const NOT_USED = "nobody looks at the answer";
const METRIC = "the name of a command among the metrics";
const LUA = "a script that Redis runs; `integration/redis-deletion.test.ts` has it on a real one";
const UNLIKE =
  "a phone number, a network and a key are written so differently that no two of three make the same text";
const DROPPED = "what a place does not have is dropped by the schema";
const BYTES = "it saves bytes alone";
const SEALED = "only what this server has sealed is unpacked";

/** @type {readonly import("../report.js").Known[]} */
export const survivors = [
  {
    file: "server/deletion/form-handler.server.ts",
    line: 'case "delete":',
    becomes: ['case "delete":', '""'],
    why: GUARDED,
  },
  {
    file: "server/deletion/form-handler.server.ts",
    line: 'return session.at === "code" && session.codeUntil <= Date.now() ? { at: "expired" } : session;',
    becomes: ["true"],
    why: NO_TIME,
  },
  {
    file: "server/deletion/form-handler.server.ts",
    line: "return deleted || (await deleteAccount.wasSent(form.idempotencyKey)) ? { reference } : null;",
    becomes: ["{}"],
    why: NO_REFERENCE,
  },
  {
    file: "server/deletion/form-handler.server.ts",
    line: 'return session?.at === "code"',
    becomes: ["true", "session.at"],
    why: GUARDED,
  },
  {
    file: "server/deletion/form-handler.server.ts",
    line: 'if (session?.at !== "code") return stay(session);',
    becomes: ["false", "session.at"],
    why: GUARDED,
  },
  {
    file: "server/deletion/form-handler.server.ts",
    line: 'return session?.at === "confirm" ? stay(goingOn(session, "reasons")) : stay(session);',
    becomes: ["true", "session.at"],
    why: GUARDED,
  },
  {
    file: "server/deletion/form-handler.server.ts",
    line: 'if (session?.at !== "reasons" && session?.at !== "confirm") return stay(session);',
    becomes: ["false", "session.at"],
    why: GUARDED,
  },
  {
    file: "server/deletion/requests.server.ts",
    line: 'purpose: "pulse account deletion",',
    becomes: ['""'],
    why: ONE_NAME,
  },
  {
    file: "server/deletion/requests.server.ts",
    line: 'if (session?.at !== "done") throw err;',
    becomes: ["session.at"],
    why: CLEARED,
  },
  {
    file: "server/deletion/requests.server.ts",
    line: "const waits = (page.refusal?.until ?? 0) > page.now;",
    becomes: ["(page.refusal?.until ?? 0) >= page.now"],
    why: SAME_MOMENT,
  },
  {
    file: "server/deletion/requests.server.ts",
    line: "sayWhen(headers, waits ? page.refusal?.until : undefined, page.now);",
    becomes: ["page.refusal.until"],
    why: ALWAYS_THERE,
  },
  {
    file: "server/deletion/delete-account.server.ts",
    line: "const taken = uses.length > 0 && (await limits.take(uses).catch(() => null))?.ok;",
    becomes: ["uses.length >= 0", "true"],
    why: NO_USES,
  },
  {
    file: "server/deletion/delete-account.server.ts",
    line: "const taken = uses.length > 0 && (await limits.take(uses).catch(() => null))?.ok;",
    becomes: ["() => undefined"],
    why: NOTHING,
  },
  {
    file: "server/deletion/delete-account.server.ts",
    line: "if (retryAt !== undefined) rests.note(session.id, retryAt);",
    becomes: ["true"],
    why: NO_END,
  },
  {
    file: "server/deletion/delete-account.server.ts",
    line: 'idempotencyKey !== "" && (await limits.freeAt(sentWith(idempotencyKey))) > 0,',
    becomes: ["true", '"Stryker was here!"'],
    why: TWICE,
  },
  {
    file: "server/deletion/delete-account.server.ts",
    line: 'name: "deletion",',
    becomes: ['""'],
    why: ONE_NAME,
  },
  {
    file: "server/deletion/delete-account.server.ts",
    line: 'settled: (one) => one.kind !== "failed" || (one.lost === undefined && !one.refusedAfterLoss),',
    becomes: ["false"],
    why: NEVER_LOST,
  },
  {
    file: "server/deletion/delete-account.server.ts",
    line: 'idempotencyKey === "" ? [] : [{ rule: "deletionPressed", key: idempotencyKey }];',
    becomes: ["false", '"Stryker was here!"', '["Stryker was here"]'],
    why: TWICE,
  },
  {
    file: "server/deletion/delete-account.server.ts",
    line: 'case "gone":',
    becomes: ['""'],
    why: NOTHING,
  },
  {
    file: "server/deletion/delete-account.server.ts",
    line: 'z.object({ kind: z.literal("busy") }),',
    becomes: ['""'],
    why: NOT_STORED,
  },
  {
    file: "server/deletion/outcome.server.ts",
    line: 'if (session === null || (place === "locked" && !hasReceipt)) {',
    becomes: ["false"],
    why: NO_SESSION,
  },
  {
    file: "server/deletion/page-data.server.ts",
    line: 'if (refusal === null || (session?.at !== "locked" && refusal.until <= now)) return null;',
    becomes: ["session.at"],
    why: ALWAYS_THERE,
  },
  {
    file: "server/deletion/reasons.server.ts",
    line: '.replace(/\\p{Cc}+/gu, " ")',
    becomes: ["/\\p{Cc}/gu"],
    why: BLANKS,
  },
  {
    file: "server/deletion/receipts.server.ts",
    line: "await ifThere<unknown>(asked, () => null);",
    becomes: ["() => undefined"],
    why: NOT_USED,
  },
  {
    file: "server/deletion/receipts.server.ts",
    line: 'if (idempotencyKey === "") return null;',
    becomes: ["false", '"Stryker was here!"'],
    why: TWICE,
  },
  {
    file: "server/deletion/receipts.server.ts",
    line: 'const asked = redis.run("receipt-find", (commands) => commands.get(name));',
    becomes: ['""'],
    why: METRIC,
  },
  {
    file: "server/deletion/receipts.server.ts",
    line: "const KEEP = luaScript(\"receipt-keep\", \"redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2])\");",
    becomes: ['""'],
    why: LUA,
  },
  {
    file: "server/deletion/send-code.server.ts",
    line: 'await flights.run([phone, network, idempotencyKey].join(" "), call),',
    becomes: ['""'],
    why: UNLIKE,
  },
  {
    file: "server/deletion/session-encoding.server.ts",
    line: 'const { token = "", others = "", chosen = [], ...rest } = { ...noSecrets, ...session };',
    becomes: ['"Stryker was here!"', '["Stryker was here"]'],
    why: DROPPED,
  },
  {
    file: "server/deletion/session-encoding.server.ts",
    line: "framed(deflateRawSync(token, { level: 9 })),",
    becomes: ["{}"],
    why: BYTES,
  },
  {
    file: "server/deletion/session-encoding.server.ts",
    line: "Buffer.from(JSON.stringify({ ...rest, ...(ticked.length > 0 && { ticked }) })),",
    becomes: ["true", "ticked.length >= 0"],
    why: BYTES,
  },
  {
    file: "server/deletion/session-encoding.server.ts",
    line: "token: inflateRawSync(token, { maxOutputLength: MOST_BYTES * LONGEST_TOKEN }).toString(),",
    becomes: ["{}"],
    why: SEALED,
  },
  {
    file: "server/deletion/stored-refusal.server.ts",
    line: 'purpose: "pulse account deletion refusal",',
    becomes: ['""'],
    why: ONE_NAME,
  },
  {
    file: "server/deletion/verify-code.server.ts",
    line: "if (undone.length > 0) await limits.giveBack(undone);",
    becomes: ["true", "undone.length >= 0"],
    why: NO_USES,
  },
];

import { AT_LOADING, REMEMBERED } from "./reasons.js";

const ALWAYS_TYPE = "Remix always says what type its answer is";
const COMPILER = "what cannot be, said to the compiler";
const NODE = "Node writes no body in answer to a HEAD";
const NO_CODING = "an empty text names no coding, and neither does the one in its place";
const MEMORY = "the window of a body is memory alone: what is sent is the same";
const LEFT_OUT = "what is compressed for nobody is left out afterwards";
const ONE_TYPE = "the one header whose name begins so also ends so";
const BUILD =
  "the folder of the build, of which `integration/shared-assets.test.ts` has a real one";
const SAME_MOMENT = "of two in the same millisecond either is right";
const AT_ONCE = "another instance would have to remove the file between two calls";
const CODES = "what the file system throws always has a code";
const OWN_CLOCK =
  "tests have their own clock; on the real one `integration/response-caches.test.ts` looks";
const NO_COOKIE =
  "an empty text has no cookie that is looked for, and neither has the one in its place";
const FIRST = "nothing has been told yet: the first version is another one, whatever stands here";
const SAME_RESPONSE = "the same response is fit for others at both qualities";
const NO_PARAMETER = "no address has this parameter";

/** @type {readonly import("../report.js").Known[]} */
export const survivors = [
  {
    file: "server/http/cache/cached-document.server.ts",
    line: 'const isHtml = made.headers.get("Content-Type")?.startsWith("text/html") ?? false;',
    becomes: ["true", 'made.headers.get("Content-Type").startsWith'],
    why: ALWAYS_TYPE,
  },
  {
    file: "server/http/cache/cached-response.server.ts",
    line: 'if (variant === undefined) throw new Error("A response is always cached as it is, too");',
    becomes: ['""', "false"],
    why: COMPILER,
  },
  {
    file: "server/http/cache/cached-response.server.ts",
    line: 'response.end(method === "HEAD" ? undefined : variant.body);',
    becomes: ["false", '""'],
    why: NODE,
  },
  {
    file: "server/http/cache/cached-response.server.ts",
    line: 'export function codingFor(accepted = ""): Coding {',
    becomes: ['"Stryker was here!"'],
    why: NO_CODING,
  },
  {
    file: "server/http/cache/cached-response.server.ts",
    line: "if (known !== undefined) return known;",
    becomes: ["false"],
    why: REMEMBERED,
  },
  {
    file: "server/http/cache/cached-response.server.ts",
    line: "return Math.min(Math.max(Math.ceil(Math.log2(body.length + 1)), least), most);",
    becomes: [
      "Math.max(Math.max(Math.ceil(Math.log2(body.length + 1)), least), most)",
      "Math.min(Math.ceil(Math.log2(body.length + 1)), least)",
      "body.length - 1",
    ],
    why: MEMORY,
  },
  {
    file: "server/http/cache/cached-response.server.ts",
    line: 'only && only !== "br" ? undefined : compressed.br(body, quality),',
    becomes: ["false"],
    why: LEFT_OUT,
  },
  {
    file: "server/http/cache/cached-response.server.ts",
    line: 'only && only !== "gzip" ? undefined : compressed.gzip(body),',
    becomes: ["false"],
    why: LEFT_OUT,
  },
  {
    file: "server/http/cache/cached-response.server.ts",
    line: 'const notModified = common.filter(([name]) => !name.startsWith("Content-Type")).flat();',
    becomes: ['name.endsWith("Content-Type")'],
    why: ONE_TYPE,
  },
  {
    file: "server/http/cache/cached-response.server.ts",
    line: "const chosen = new LRUCache<string, Coding>({ max: 500 });",
    becomes: ["{}"],
    why: AT_LOADING,
  },
  {
    file: "server/http/cache/shared-assets.server.ts",
    line: 'own = inProject("build/client/assets"),',
    becomes: ['""'],
    why: BUILD,
  },
  {
    file: "server/http/cache/shared-assets.server.ts",
    line: "if (Date.now() - mtimeMs > UNUSED_MS) await rm(file, { force: true });",
    becomes: ["Date.now() - mtimeMs >= UNUSED_MS"],
    why: SAME_MOMENT,
  },
  {
    file: "server/http/cache/shared-assets.server.ts",
    line: "if (Date.now() - mtimeMs > UNUSED_MS) await rm(file, { force: true });",
    becomes: ["{}", "false"],
    why: AT_ONCE,
  },
  {
    file: "server/http/cache/shared-assets.server.ts",
    line: 'error instanceof Error && "code" in error && ["ENOENT", "ENOTDIR"].includes(String(error.code))',
    becomes: ["true", 'error instanceof Error || "code" in error'],
    why: CODES,
  },
  {
    file: "server/http/cache/view-cache.server.ts",
    line: "const elapsed = options.elapsed ?? (() => performance.now());",
    becomes: ["() => undefined"],
    why: OWN_CLOCK,
  },
  {
    file: "server/http/cache/view-cache.server.ts",
    line: "if (known !== undefined) return known;",
    becomes: ["false"],
    why: REMEMBERED,
  },
  {
    file: "server/http/cache/view-cache.server.ts",
    line: 'function asked(target: string, cookies = "", accepted?: string): AskedView | null {',
    becomes: ['"Stryker was here!"'],
    why: NO_COOKIE,
  },
  {
    file: "server/http/cache/view-cache.server.ts",
    line: 'let known = { text: "", version: "", at: -Infinity };',
    becomes: ["{}", '"Stryker was here!"', "+Infinity"],
    why: FIRST,
  },
  {
    file: "server/http/cache/page-cache.server.ts",
    line: "if (best) cached.set(path, best);",
    becomes: ["true"],
    why: SAME_RESPONSE,
  },
  {
    file: "server/http/cache/page-cache.server.ts",
    line: "return page === null ? null : (cached.get(page) ?? null);",
    becomes: ["false"],
    why: COMPILER,
  },
  {
    file: "server/http/cache/page-cache.server.ts",
    line: "function isRead(query: string, { reads = [] }: PublicCache): boolean {",
    becomes: ['["Stryker was here"]'],
    why: NO_PARAMETER,
  },
  {
    file: "server/http/cache/page-cache.server.ts",
    line: 'if (query === "") return false;',
    becomes: ["false", '"Stryker was here!"'],
    why: REMEMBERED,
  },
  {
    file: "server/http/cache/range.server.ts",
    line: 'return condition.startsWith("W/") || CODING.test(codings?.toString() ?? "");',
    becomes: ['"Stryker was here!"'],
    why: NO_CODING,
  },
];

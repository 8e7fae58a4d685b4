import { NOTHING } from "./reasons.js";

const NO_ADDRESS = "a text that is no address, as the empty one is";
const UNDEFINED = "undefined comes to the same";
const PAST_THE_END = "behind the end of a list there is nothing either";
const ONLY_FASTER = "it saves time alone";
const UNBOUNDED =
  "a cache without a bound throws while the module is loaded, and the runner takes tests that do not load for passed";
const ONE_LINE = "a header is one line";
const NEVER_EMPTY = "what matches is never empty";
const LOOKED_AT_AGAIN = "who is let in is looked at again a moment later";
const NO_CODE = "no error has that code, as none is empty";
const NO_BYTES = "no address begins like that, as none is empty";
const KEPT = "answered requests stay in the list and do not count: memory alone";

/** @type {readonly import("../report.js").Known[]} */
export const survivors = [
  {
    file: "server/http/client-address.server.ts",
    line: 'const peerAddress = parseAddress(peer ?? "");',
    becomes: ['"Stryker was here!"'],
    why: NO_ADDRESS,
  },
  {
    file: "server/http/client-address.server.ts",
    line: "host: host !== undefined && HOST.test(host) ? host : undefined,",
    becomes: ["true"],
    why: UNDEFINED,
  },
  {
    file: "server/http/client-address.server.ts",
    line: "const written = depth === 0 ? [] : hops.slice(-depth);",
    becomes: ['["Stryker was here"]'],
    why: NO_ADDRESS,
  },
  {
    file: "server/http/client-address.server.ts",
    line: 'const furthest = parseAddress(written[unreadable + 1] ?? "") ?? peer;',
    becomes: ['"Stryker was here!"'],
    why: NO_ADDRESS,
  },
  {
    file: "server/http/client-address.server.ts",
    line: "return depth === 0 ? undefined : list[Math.max(0, list.length - depth)];",
    becomes: ["false"],
    why: PAST_THE_END,
  },
  {
    file: "server/http/client-address.server.ts",
    line: "if (header === undefined) return [];",
    becomes: ['["Stryker was here"]'],
    why: NO_ADDRESS,
  },
  {
    file: "server/http/client-address.server.ts",
    line: "if (known !== undefined) return known.parsed;",
    becomes: ["false"],
    why: ONLY_FASTER,
  },
  {
    file: "server/http/client-address.server.ts",
    line: "const addresses = new LRUCache<string, { parsed: Address | null }>({ max: 1000 });",
    becomes: ["{}"],
    why: UNBOUNDED,
  },
  {
    file: "server/http/client-address.server.ts",
    line: 'const address = bare.replace(/%.*$/, "");',
    becomes: ["/%.*/"],
    why: ONE_LINE,
  },
  {
    file: "server/http/data-requests.server.ts",
    line: "const id = matchRoutes(tree, { pathname })?.at(-1)?.route.id;",
    becomes: ["matchRoutes(tree, { pathname })?.at(-1).route"],
    why: NEVER_EMPTY,
  },
  {
    file: "server/http/data-requests.server.ts",
    line: "const route = id === undefined ? undefined : routes[id];",
    becomes: ["false"],
    why: UNDEFINED,
  },
  {
    file: "server/http/data-requests.server.ts",
    line: "const node = { id, caseSensitive, ...(path !== undefined && { path }) };",
    becomes: ["true"],
    why: UNDEFINED,
  },
  {
    file: "server/http/personal-cookies.server.ts",
    line: "return cookies !== undefined && PERSONAL.test(cookies);",
    becomes: ["true"],
    why: UNDEFINED,
  },
  {
    file: "server/http/refusal/client-error.server.ts",
    line: 'export function clientErrorStatus({ code = "", rawPacket }: ClientError): number {',
    becomes: ['"Stryker was here!"'],
    why: NO_CODE,
  },
  {
    file: "server/http/refusal/client-error.server.ts",
    line: 'const start = rawPacket?.toString("latin1", 0, ADDRESS_LIMIT + 16) ?? "";',
    becomes: ['"Stryker was here!"'],
    why: NO_BYTES,
  },
  {
    file: "server/http/refusal/client-error.server.ts",
    line: "const underWay = responses.get(socket)?.filter(({ closed }) => !closed) ?? [];",
    becomes: ['["Stryker was here"]', "responses.get(socket)"],
    why: KEPT,
  },
  {
    file: "server/http/request-url.server.ts",
    line: 'return url.search !== "" && url.searchParams.getAll("index").length > MOST_INDEXES;',
    becomes: ["true", '"Stryker was here!"'],
    why: ONLY_FASTER,
  },
  { file: "server/http/request-url.server.ts", line: "} catch {", becomes: ["{}"], why: NOTHING },
  {
    file: "server/http/refusal/admission.server.ts",
    line: 'if (scheduled || state !== "open" || queue.size === 0) return;',
    becomes: ["false"],
    why: LOOKED_AT_AGAIN,
  },
];

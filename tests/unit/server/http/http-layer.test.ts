import { createServer, type Server } from "node:http";
import { once } from "node:events";
import { connect, type AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { afterEach, expect, it, vi } from "vitest";
import { createHttpLayer, type HttpLayerOptions } from "server/http/http-layer.server";
import { createMetrics } from "server/operations/metrics.server";
import { parseSettings } from "server/process/settings.server";

let server: Server;
afterEach(() => server.close());

/** Starts a server with an HTTP layer. All parts work, except the given ones. */
async function start(parts: Partial<HttpLayerOptions> = {}, page = (): void => undefined) {
  const logger = { debug: vi.fn(), info: vi.fn(), warn: vi.fn(), error: vi.fn() };
  const layer = createHttpLayer({
    settings: parseSettings({}),
    // Contains the methods of the logger that the layer uses.
    logger: logger as unknown as HttpLayerOptions["logger"],
    metrics: createMetrics({ process: false }),
    health: () => ({
      build: "b1",
      commit: null,
      status: "ready",
      dependencies: [],
      selfTest: null,
    }),
    lags: () => false,
    draining: new AbortController().signal,
    madePages: () => null,
    routes: () => ({}),
    refusalPage: (refusal) => ({ heading: "Refused", text: refusal }),
    contentSecurityPolicy: true,
    ...parts,
  });
  server = createServer((request, response) => {
    page();
    request.resume().once("end", () => response.end("the page"));
  });
  layer.mount(server);
  await once(server.listen(0), "listening");
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  const ask = (path: string, init?: RequestInit) => fetch(`http://localhost:${port}${path}`, init);
  return { ask, logger };
}

const throwFault = () => {
  throw new Error("a fault of ours");
};
const nothing = {
  find: () => undefined,
  findLast: () => undefined,
  make: () => Promise.resolve(undefined),
};
const reject = () => Promise.reject(new Error("a fault of ours"));
const page = { etag: 'W/"1"', head: [], notModified: [], body: Buffer.from("the last page") };
/** In memory is the last response of one path. */
const lastAt = (path: string) => (url: URL) => ({
  ...nothing,
  findLast: () => (url.pathname === path ? page : undefined),
});
/** A form of 100 KB without a Content-Length. */
const chunkedForm = (): RequestInit => ({
  method: "POST",
  body: new Blob(["x".repeat(100_000)]).stream(),
  duplex: "half",
});

it.each<[string, string, Partial<HttpLayerOptions>, RequestInit?, (() => undefined)?]>([
  ["the handler behind it", "/", {}, {}, throwFault],
  ["the cache lookup", "/", { madePages: throwFault }],
  ["the rendering", "/", { madePages: () => ({ ...nothing, make: reject }) }],
  ["the health check", "/readyz", { health: throwFault }],
  ["the overload check", "/", { lags: throwFault }],
  ["the text of a refusal", "//", { refusalPage: throwFault }],
  ["the text of a refusal of a large body", "/", { refusalPage: throwFault }, chunkedForm()],
])(
  "the HTTP layer answers an error in %s with an error page and a log line",
  async (_, path, parts, init, handler) => {
    const { ask, logger } = await start(parts, handler);
    const answer = await ask(path, init);
    const reference = answer.headers.get("X-Request-Id") ?? "none";
    expect([answer.status, answer.headers.get("Cache-Control")]).toEqual([500, "no-store"]);
    const page = await answer.text();
    expect(page).toContain(`Reference: ${reference}`);
    expect(page).not.toContain("a fault of ours");
    expect(logger.error.mock.calls).toEqual([
      [expect.objectContaining({ message: "a fault of ours" }), "error"],
    ]);
  },
);

it("the HTTP layer rejects methods that forms do not have", async () => {
  const page = vi.fn();
  const { ask } = await start({}, page);
  for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS", "PROPFIND"]) {
    const { status, headers } = await ask("/", { method });
    expect([method, status, headers.get("Allow")]).toEqual([method, 405, "GET, HEAD, POST"]);
  }
  expect(page).not.toHaveBeenCalled();
});

it("while the process lags, only posts and what is in memory pass", async () => {
  const { ask } = await start({ lags: () => true, madePages: lastAt("/last") });
  const refused = await ask("/");
  expect([refused.status, refused.headers.get("Retry-After")]).toEqual([503, "5"]);
  expect(await refused.text()).toContain(">busy</p>");
  const passed = [await ask("/", { method: "POST" }), await ask("/healthz"), await ask("/last")];
  expect(passed.map(({ status }) => status)).toEqual([200, 200, 200]);
});

it("a picture on another site's page refreshes nothing, and a link to the page does", async () => {
  const found = vi.fn(() => undefined);
  const { ask } = await start({ madePages: () => ({ ...nothing, find: found }) });
  for (const [destination, status, times] of [
    ["image", 403, 0],
    ["document", 200, 1],
  ] as const) {
    const headers = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": destination };
    expect((await ask("/", { headers })).status).toBe(status);
    expect(found).toHaveBeenCalledTimes(times);
  }
});

it.each<[string, number, RequestInit?]>([
  ["/dashboard/trips.csv.data?q=a", 404],
  ["/dashboard/trips.c%73v.data", 404],
  ["/ref/a.json.d", 200],
  [`/?${"a".repeat(8_200)}`, 414],
  ["/%", 400],
  ["/", 403, { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } }],
  ["/", 413, { method: "POST", body: "x".repeat(65_537) }],
  ["/", 200, { method: "POST", body: "x".repeat(65_536) }],
  ["/", 413, chunkedForm()],
])("the HTTP layer answers %j with status %i", async (path, status, init) => {
  const { ask } = await start();
  expect((await ask(path, init)).status).toBe(status);
});

it("a request that Node cannot read is answered with its status and a sentence", async () => {
  await start();
  const { port } = server.address() as AddressInfo;
  for (const [method, head, status, sentence] of [
    ["GET", `Cookie: ${"a".repeat(40_000)}`, 431, "The address or .+\n"],
    [`GET /${"a".repeat(40_000)}`, "", 414, "The address or .+\n"],
    ["GET", "not a header", 400, "The request .+\n"],
    ["HEAD", "not a header", 400, ""],
  ] as const) {
    const socket = connect(port);
    socket.write(`${method} / HTTP/1.1\r\nHost: x\r\n${head}\r\n\r\n`);
    expect(await text(socket)).toMatch(
      new RegExp(`^HTTP/1\\.1 ${status} [^]+\r\n\r\n${sentence}$`),
    );
  }
});

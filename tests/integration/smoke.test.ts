import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, beforeEach, expect, it } from "vitest";
import { PATIENT, preload } from "../support/built-server";
import { freePort } from "../support/free-port";
import { rawRequest, type RawAnswer } from "../support/raw-request";
import { useServer } from "../support/use-server";

const port = await freePort();
const site = `http://localhost:${port}`;
const { upstream, server } = await useServer({ SITE_URL: site, LOG_LEVEL: "warn" });

/** What a faulty proxy changes of an answer. */
type Fault = (request: IncomingMessage, answer: RawAnswer) => Partial<RawAnswer>;

let fault: Fault;
/** Whether the proxy sends answers uncompressed. */
let unpacks: boolean;
/** How often the state of the instance was asked for. */
let asked: number;
beforeEach(() => void ([fault, unpacks, asked] = [() => ({}), false, 0]));

const front = createServer((incoming, outgoing) => {
  const { method = "GET", url = "", headers } = incoming;
  void text(incoming).then(async (posted) => {
    const plain = { ...headers, "accept-encoding": "identity" };
    const body = posted === "" ? undefined : posted;
    const answer = await rawRequest(server.url, url, { method, headers: plain, body });
    const changed = { ...answer, ...fault(incoming, answer) };
    const coding = unpacks ? {} : { "content-encoding": "gzip" };
    const changedHeaders: OutgoingHttpHeaders = { ...changed.headers, ...coding };
    delete changedHeaders["content-length"];
    outgoing.writeHead(changed.status, changedHeaders);
    outgoing.end(unpacks ? changed.body : gzipSync(changed.body));
  });
}).listen(port, "127.0.0.1");
await once(front, "listening");

afterAll(() => {
  front.closeAllConnections();
  front.close();
});

/** Loaded into the smoke test: figures that stay old are asked for again at once. */
const AT_ONCE = preload(`
  import { syncBuiltinESMExports } from "node:module";
  import timers from "node:timers/promises";
  timers.setTimeout = () => Promise.resolve();
  syncBuiltinESMExports();
`);

/** Runs the smoke test. @returns the exit status, the failed checks and the output lines */
async function smoke(args: string[] = [], url = site) {
  const child = spawn(process.execPath, [PATIENT, AT_ONCE, "scripts/smoke.js", url, ...args], {
    stdio: ["ignore", "pipe", "ignore"],
  });
  const closed = once(child, "close");
  const lines = (await text(child.stdout)).split("\n");
  const [status] = (await closed) as [number];
  const failed = lines.flatMap((line) => /^FAIL +([^:]+):/.exec(line)?.[1] ?? []);
  return { status, failed, lines };
}

const { build } = JSON.parse((await rawRequest(server.url, "/readyz")).body) as { build: string };

it("finds no fault in a healthy deployment, and sends upstreams only reads", async () => {
  const { status, failed, lines } = await smoke(["--build", build]);
  expect([status, failed]).toEqual([0, []]);
  expect(lines.at(-2)).toBe("0 failed");
  expect(upstream.calls.every(({ method }) => method === "GET")).toBe(true);
});

const onPages =
  (change: (body: string) => string): Fault =>
  (_, { body }) => ({ body: change(body) });

const onHeaders =
  (changed: RawAnswer["headers"]): Fault =>
  (_, { headers }) => ({ headers: { ...headers, ...changed } });

const onPath =
  (path: RegExp, changed: Partial<RawAnswer>): Fault =>
  ({ url = "" }) =>
    path.test(url) ? changed : {};

/** Faults that a deployment has at once, by the check that finds each. */
const deployments: Record<string, Fault>[] = [
  {
    pages: onPath(/^\/blogs$/, { status: 404 }),
    "security headers": onHeaders({ "permissions-policy": [] as never }),
    "canonical host": onPages((body) =>
      body.replaceAll(`href="${site}`, 'href="https://other.example'),
    ),
    "hashed files": onPath(/\.js$/, { status: 404 }),
    data: onPath(/\.data/, { headers: { "content-type": "a" } }),
    "form guard": ({ method }) => (method === "POST" ? { status: 200 } : {}),
    figures: onPages((body) =>
      body.replace(/dateTime="[^"]+"/g, 'dateTime="2020-01-01T00:00:00Z"'),
    ),
    // One instance behind the proxy runs another build.
    build: ({ url }) =>
      url === "/readyz" && (asked += 1) === 7 ? { body: '{"build":"0123456789ab"}' } : {},
  },
  {
    "security headers": onHeaders({ "set-cookie": ["a=b; Path=/"] }),
    figures: onPages((body) =>
      body.replace("</main>", '<p role="alert">Not understood</p></main>'),
    ),
  },
];

it("finds each of the faults that a deployment has", async () => {
  for (const planted of deployments) {
    fault = (request, answer) =>
      Object.values(planted).reduce(
        (changed, plant) => ({ ...changed, ...plant(request, changed) }),
        answer,
      );
    expect(await smoke()).toMatchObject({ status: 1, failed: Object.keys(planted) });
  }
});

it("finds another build than the one expected, a proxy that unpacks pages, and the sandbox at an address without a name", async () => {
  unpacks = true;
  fault = ({ url }, { body }) => ({
    body: url?.includes("delete-user") ? `${body}Sandbox data` : body,
  });
  const found = await smoke(["--build", "0123456789ab"], `http://0.0.0.0:${port}`);
  const failed = ["https", "pages", "canonical host", "real upstreams", "own addresses", "build"];
  expect(found).toMatchObject({ status: 1, failed });
});

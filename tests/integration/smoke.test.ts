import { spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type IncomingMessage, type OutgoingHttpHeaders } from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { freePort } from "../support/free-port";
import { rawRequest, type RawAnswer } from "../support/raw-request";
import { startUntrusted } from "../support/self-signed";
import { useServer } from "../support/use-server";

const port = await freePort();
const site = `http://localhost:${port}`;
const { upstream, server } = await useServer({ SITE_URL: site, LOG_LEVEL: "warn" });

/** What a faulty proxy changes of an answer. */
type Fault = (request: IncomingMessage, answer: RawAnswer) => Partial<RawAnswer>;

const noFault: Fault = () => ({});
let fault = noFault;
/** Whether the proxy sends answers uncompressed. */
let unpacks = false;

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

/** Runs the smoke test. @returns the exit status, the failed checks and the output lines */
async function smoke(args: string[] = [], url = site) {
  const child = spawn(process.execPath, ["scripts/smoke.js", url, ...args], {
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

let asked = 0;

/** Faults of a deployment by the check that finds them. */
const faults: [what: string, Fault, failed: string[]][] = [
  [
    "files of another build",
    ({ url }) => (url?.endsWith(".js") ? { status: 404 } : {}),
    ["hashed files"],
  ],
  [
    "a header that a proxy drops",
    onHeaders({ "permissions-policy": [] as never }),
    ["security headers"],
  ],
  [
    "figures that are too old",
    onPages((body) => body.replace(/dateTime="[^"]+"/g, 'dateTime="2020-01-01T00:00:00Z"')),
    ["figures"],
  ],
  [
    "a block without figures",
    onPages((body) => body.replace("</main>", '<p role="alert">Not understood</p></main>')),
    ["figures"],
  ],
  [
    "a cross-site post that is accepted",
    ({ method }) => (method === "POST" ? { status: 200 } : {}),
    ["form guard"],
  ],
  [
    "another canonical host",
    onPages((body) => body.replaceAll(`href="${site}`, 'href="https://other.example')),
    ["canonical host"],
  ],
  [
    "a data request that a proxy answers with a page",
    ({ url = "" }) => (url.includes(".data") ? { headers: { "content-type": "text/html" } } : {}),
    ["data"],
  ],
  ["a page that is not there", ({ url }) => (url === "/blogs" ? { status: 404 } : {}), ["pages"]],
  [
    "a cookie that other sites' requests would carry",
    onHeaders({ "set-cookie": ["a=b; Path=/"] }),
    ["security headers"],
  ],
  [
    "an instance of another build behind the same proxy",
    ({ url }) =>
      url === "/readyz" && (asked += 1) === 7 ? { body: '{"build":"0123456789ab"}' } : {},
    ["build"],
  ],
];

it.each(faults)("finds %s", async (_, planted, failed) => {
  fault = planted;
  onTestFinished(() => void (fault = noFault));
  expect(await smoke()).toMatchObject({ status: 1, failed });
});

it("finds another build than the one expected, a proxy that unpacks pages, and the sandbox at an address without a name", async () => {
  const other = await smoke(["--build", "0123456789ab"]);
  expect(other).toMatchObject({ status: 1, failed: ["build"] });
  unpacks = true;
  expect(await smoke()).toMatchObject({ status: 1, failed: ["pages"] });
  unpacks = false;
  fault = ({ url }, { body }) => ({
    body: url?.includes("delete-user") ? `${body}Sandbox data` : body,
  });
  const failed = ["https", "canonical host", "real upstreams", "own addresses"];
  expect(await smoke([], `http://0.0.0.0:${port}`)).toMatchObject({ status: 1, failed });
});

it("refuses a command line that it does not understand, and names a certificate that is not accepted", async () => {
  for (const args of [
    ["--biuld", build],
    ["--build", build, "more"],
  ]) {
    expect(await smoke(args)).toMatchObject({ status: 1, lines: [""] });
  }
  const untrusted = await startUntrusted();
  onTestFinished(() => void untrusted.stop());
  const { status, lines } = await smoke([], untrusted.url);
  expect(status).toBe(1);
  expect(lines).toContain("FAIL  pages: DEPTH_ZERO_SELF_SIGNED_CERT");
});

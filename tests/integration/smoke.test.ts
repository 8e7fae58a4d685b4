import { spawn } from "node:child_process";
import { once } from "node:events";
import {
  createServer,
  request,
  type IncomingMessage,
  type OutgoingHttpHeaders,
  type Server,
} from "node:http";
import { text } from "node:stream/consumers";
import { gzipSync } from "node:zlib";
import { afterAll, expect, it, onTestFinished } from "vitest";
import { freePort } from "../support/free-port";
import { startUntrusted } from "../support/self-signed";
import { useServer } from "../support/use-server";

const port = await freePort();
const site = `http://localhost:${port}`;
const { upstream, server } = await useServer({ SITE_URL: site, LOG_LEVEL: "warn" });

/** Changes a response like a faulty proxy. */
type Fault = (
  incoming: IncomingMessage,
  answer: { status: number; headers: OutgoingHttpHeaders; body: string },
) => { status: number; headers: OutgoingHttpHeaders; body: string };

const without = (headers: OutgoingHttpHeaders, dropped: string): OutgoingHttpHeaders =>
  Object.fromEntries(Object.entries(headers).filter(([name]) => name !== dropped));

/** Header of a response that is sent uncompressed. */
const PLAIN = "x-plain";

let asked = 0;

const noFault: Fault = (_, answer) => answer;
let fault = noFault;

const front: Server = createServer((incoming, outgoing) => {
  const { method, url = "", headers } = incoming;
  const { hostname, port } = new URL(server.url);
  const plain = { ...headers, "accept-encoding": "identity" };
  const proxyRequest = request({ hostname, port, method, path: url, headers: plain }, (answer) => {
    const { statusCode: status = 502, headers: answered } = answer;
    void text(answer).then((body) => {
      const rest = without(answered, "content-length");
      const changed = fault(incoming, { status, headers: rest, body });
      const packed = PLAIN in changed.headers ? {} : { "content-encoding": "gzip" };
      outgoing.writeHead(changed.status, { ...changed.headers, ...packed });
      outgoing.end(PLAIN in changed.headers ? changed.body : gzipSync(changed.body));
    });
  });
  proxyRequest.on("error", () => outgoing.destroy());
  incoming.pipe(proxyRequest);
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

const build = await fetch(`${server.url}/readyz`).then(async (answer) => {
  const ready = (await answer.json()) as { build: string };
  return ready.build;
});

it("finds no fault in a healthy deployment, and sends upstreams only reads", async () => {
  fault = noFault;
  const { status, failed, lines } = await smoke(["--build", build]);
  expect([status, failed]).toEqual([0, []]);
  expect(lines.at(-2)).toBe("0 failed");
  expect(upstream.calls.every(({ method }) => method === "GET")).toBe(true);
});

const onPages =
  (change: (body: string) => string): Fault =>
  (_, answer) => ({ ...answer, body: change(answer.body) });

it.each<[what: string, Fault, failed: string[], args?: string[], url?: string]>([
  [
    "files of another build",
    ({ url }, answer) => (url?.endsWith(".js") ? { ...answer, status: 404 } : answer),
    ["hashed files"],
  ],
  [
    "a header that a proxy drops",
    (_, answer) => ({ ...answer, headers: without(answer.headers, "permissions-policy") }),
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
    ({ method }, answer) => (method === "POST" ? { ...answer, status: 200 } : answer),
    ["form guard"],
  ],
  [
    "another canonical host",
    onPages((body) => body.replaceAll(`href="${site}`, 'href="https://other.example')),
    ["canonical host"],
  ],
  [
    "a data request that a proxy answers with a page",
    ({ url = "" }, answer) =>
      url.includes(".data") ? { ...answer, headers: { "content-type": "text/html" } } : answer,
    ["data"],
  ],
  [
    "a page that is not there",
    ({ url }, answer) => (url === "/blogs" ? { ...answer, status: 404 } : answer),
    ["pages"],
  ],
  [
    "the sandbox on a page other than the dashboard",
    ({ url }, answer) => {
      const body = url?.includes("delete-user") ? `${answer.body}Sandbox data` : answer.body;
      return { ...answer, body };
    },
    ["https", "canonical host", "real upstreams", "own addresses"],
    [],
    `http://0.0.0.0:${port}`,
  ],
  [
    "a proxy that unpacks pages",
    (_, answer) => ({ ...answer, headers: { ...answer.headers, [PLAIN]: "1" } }),
    ["pages"],
  ],
  [
    "a cookie that other sites' requests would carry",
    (_, answer) => ({ ...answer, headers: { ...answer.headers, "set-cookie": "a=b; Path=/" } }),
    ["security headers"],
  ],
  [
    "an instance of another build behind the same proxy",
    ({ url }, answer) => {
      if (url !== "/readyz") return answer;
      asked += 1;
      return asked === 7 ? { ...answer, body: '{"build":"0123456789ab"}' } : answer;
    },
    ["build"],
  ],
  ["another build than the one expected", noFault, ["build"], ["--build", "0123456789ab"]],
])("finds %s", async (_, plantedFault, failed, args, url) => {
  fault = plantedFault;
  expect(await smoke(args, url)).toMatchObject({ status: 1, failed });
});

it.each([[["--biuld", build]], [["--build", build, "more"]]])(
  "refuses a command line that it does not understand: %j",
  async (args) => {
    expect(await smoke(args)).toMatchObject({ status: 1, lines: [""] });
  },
);

it("names a certificate that is not accepted", async () => {
  const untrusted = await startUntrusted();
  onTestFinished(() => void untrusted.stop());
  const { status, lines } = await smoke([], untrusted.url);
  expect(status).toBe(1);
  expect(lines).toContain("FAIL  pages: DEPTH_ZERO_SELF_SIGNED_CERT");
});

import { once } from "node:events";
import { mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type IncomingMessage, type Server } from "node:http";
import { get } from "node:https";
import { connect, type AddressInfo, type Socket } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { haproxyMissing, startHaproxy, type Haproxy } from "../support/haproxy";
import { selfSigned } from "../support/https-front";
import { rawRequest } from "../support/raw-request";

const EVENTS = "/pulsescout/dashboard/events";
const MAXCONN = 40;
const PER_NETWORK = 10;
const STREAMS = 6;
const REQUESTS = 50;

const LIMITS = {
  MAXCONN: String(MAXCONN),
  CONNECTIONS_PER_NETWORK: String(PER_NETWORK),
  EVENT_STREAMS: String(STREAMS),
  REQUESTS_PER_NETWORK: String(REQUESTS),
  IDLE_TIMEOUT: "2s",
};

describe.skipIf(haproxyMissing)("the shipped proxy", () => {
  let instance: Server;
  let origin: string;
  let certificate: string;
  let proxy: Haproxy;
  beforeAll(async () => {
    // Answers with the request's headers; event streams stay open.
    instance = createServer((request, response) => {
      if (request.url === EVENTS) response.write(":\n");
      else response.end(JSON.stringify(request.headers));
    }).listen(0, "127.0.0.1");
    await once(instance, "listening");
    const { port } = instance.address() as AddressInfo; // not a pipe, so never a string or null
    origin = `http://127.0.0.1:${port}`;
    certificate = selfSigned();
    const folder = mkdtempSync(join(tmpdir(), "pulse-"));
    writeFileSync(join(folder, "site.pem"), certificate);
    proxy = await startHaproxy([origin, origin], { ...LIMITS, CERTIFICATES: `${folder}/` });
  });
  afterAll(async () => {
    await proxy.stop();
    instance.closeAllConnections();
    instance.close();
  });

  /** A request of a client with an address of its own. */
  const ask = (localAddress: string, path = "/", headers: Record<string, string> = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const { port } = new URL(proxy.tlsUrl);
      const tls = { ca: certificate, servername: "localhost", agent: false };
      const at = { hostname: "127.0.0.1", port, path };
      get({ ...at, ...tls, localAddress, headers }, resolve).once("error", reject);
    });
  const statusOf = async (localAddress: string) => {
    const answer = await ask(localAddress);
    answer.resume();
    return answer.statusCode;
  };

  it("holds a client to its connections, so that the others find room, and closes idle ones", async () => {
    const sockets: Socket[] = [];
    let closed = 0;
    for (let count = 0; count < 3 * MAXCONN; count += 1) {
      const port = Number(new URL(proxy.url).port);
      const socket = connect({ host: "127.0.0.1", port, localAddress: "127.0.0.2" });
      socket.on("error", () => undefined).once("close", () => (closed += 1));
      socket.resume();
      sockets.push(socket);
      // One by one: a full backlog would leave the client with connections that nobody has accepted.
      await new Promise((resolve) => socket.once("connect", resolve).once("close", resolve));
    }
    await expect.poll(() => closed).toBeGreaterThanOrEqual(sockets.length - PER_NETWORK);
    expect(await statusOf("127.0.0.3")).toBe(200);
    await expect.poll(() => closed).toBe(sockets.length);
    expect(await statusOf("127.0.0.2")).toBe(200);
  });

  it("keeps room for what is no event stream", async () => {
    const answers: IncomingMessage[] = [];
    for (let client = 0; client < STREAMS + 2; client += 1) {
      answers.push(await ask(`127.0.1.${client}`, EVENTS));
    }
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([
      ...Array<number>(STREAMS).fill(200),
      503,
      503,
    ]);
    expect(answers.at(-1)?.headers["retry-after"]).toBe("60");
    expect(await statusOf("127.0.1.200")).toBe(200);
    for (const answer of answers) answer.destroy();
  });

  it("holds a client to its requests", async () => {
    const statuses = [];
    for (let count = 0; count <= REQUESTS; count += 1) statuses.push(await statusOf("127.0.0.4"));
    expect(new Set(statuses.slice(0, REQUESTS))).toEqual(new Set([200]));
    const refused = await ask("127.0.0.4");
    expect([refused.statusCode, refused.headers["retry-after"]]).toEqual([429, "10"]);
    expect(await text(refused)).toContain("Too many requests from your network.");
    expect(await statusOf("127.0.0.5")).toBe(200);
  });

  it("passes on who asks, and nothing that a visitor says about itself", async () => {
    const lies = {
      Forwarded: "for=203.0.113.9",
      "X-Forwarded-For": "203.0.113.9",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "http",
      "X-Request-Id": "chosen-by-a-visitor",
      traceparent: "00-11111111111111111111111111111111-2222222222222222-01",
      tracestate: "a=b",
    };
    const seen = JSON.parse(await text(await ask("127.0.0.6", "/", lies))) as object;
    expect(seen).toMatchObject({
      "x-forwarded-for": "127.0.0.6",
      "x-forwarded-host": `127.0.0.1:${new URL(proxy.tlsUrl).port}`,
      "x-forwarded-proto": "https",
    });
    for (const name of ["forwarded", "x-request-id", "traceparent", "tracestate"]) {
      expect(seen).not.toHaveProperty(name);
    }
  });

  it("behind another proxy counts the visitors that it names", async () => {
    const outer = "127.0.0.1";
    const inner = await startHaproxy([origin, origin], { ...LIMITS, OUTER_PROXIES: outer });
    const statusFrom = async (visitor: string) => {
      const headers = { "X-Forwarded-For": visitor };
      return (await rawRequest(inner.url, "/", { headers })).status;
    };
    for (let count = 0; count < REQUESTS; count += 1) await statusFrom("203.0.113.1");
    expect(await statusFrom("203.0.113.1")).toBe(429);
    expect(await statusFrom("203.0.113.2")).toBe(200);
    await inner.stop();
  });
});

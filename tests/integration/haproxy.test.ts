import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { createServer, request, type IncomingMessage, type Server } from "node:http";
import type { ClientRequest, OutgoingHttpHeaders, RequestOptions } from "node:http";
import { get } from "node:https";
import { connect, type AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { json, text } from "node:stream/consumers";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { haproxyMissing, startHaproxy, type Haproxy } from "../support/haproxy";
import { selfSigned } from "../support/self-signed";

const REQUESTS = 12;
const LIMITS = {
  REQUESTS_PER_NETWORK: String(REQUESTS),
  SITE_URL: "https://pulse.test",
};
const OUTER_PROXY = "127.0.0.1";

describe.skipIf(haproxyMissing)("the shipped proxy", () => {
  const folder = mkdtempSync(join(tmpdir(), "pulse-haproxy-"));
  let instance: Server;
  const certificate = selfSigned();
  let proxy: Haproxy;
  let behindAnother: Haproxy;
  beforeAll(async () => {
    // The instance responds with the request's headers.
    instance = createServer((request, response) => {
      response.setHeader("X-Request-Id", "id-of-the-instance");
      response.end(JSON.stringify(request.headers));
    }).listen(0, "127.0.0.1");
    await once(instance, "listening");
    const { port } = instance.address() as AddressInfo; // not a pipe, so never a string or null
    const instances = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${port}`] as const;
    writeFileSync(join(folder, "site.pem"), certificate);
    [proxy, behindAnother] = await Promise.all([
      startHaproxy([...instances], { ...LIMITS, CERTIFICATES: `${folder}/` }),
      startHaproxy([...instances], { ...LIMITS, OUTER_PROXIES: `192.0.2.0/24 ${OUTER_PROXY}` }),
    ]);
  });
  afterAll(async () => {
    await Promise.all([proxy.stop(), behindAnother.stop()]);
    instance.close().closeAllConnections();
    rmSync(folder, { recursive: true });
  });

  const answerTo = async (clientRequest: ClientRequest) => {
    const [answer] = (await once(clientRequest.end(), "response")) as [IncomingMessage];
    return answer;
  };
  const ask = (localAddress: string, path = "/", headers: OutgoingHttpHeaders = {}) => {
    const { port } = new URL(proxy.tlsUrl);
    const tls = { ca: certificate, servername: "localhost", agent: false };
    return answerTo(get({ hostname: "127.0.0.1", port, path, ...tls, localAddress, headers }));
  };
  const statusOf = async (localAddress: string, path?: string) =>
    (await ask(localAddress, path)).resume().statusCode;
  const askOverHttp = (
    { url }: Haproxy,
    localAddress: string,
    options: RequestOptions,
    path = "/",
  ) => answerTo(request(url + path, { localAddress, agent: false, ...options }));

  it("refuses requests of one client beyond its limit", async () => {
    // At once, because the limit is one of ten seconds.
    const requests = Array.from({ length: REQUESTS + 1 }, () => ask("127.0.0.4"));
    const answers = await Promise.all(requests);
    const seen = answers.map(({ statusCode, headers }) => [statusCode, headers["retry-after"]]);
    expect(seen.filter(([status]) => status === 200)).toHaveLength(REQUESTS);
    expect(seen).toContainEqual([429, "10"]);
    const texts = await Promise.all(answers.map((answer) => text(answer)));
    expect(texts.join()).toContain("Too many requests from your network.");
    expect(await statusOf("127.0.0.5")).toBe(200);
    const figures = await (await fetch(proxy.figuresUrl)).text();
    expect(figures).toMatch(/^haproxy_frontend_requests_denied_total\{proxy="site"\} [1-9]/m);
    const rules = readFileSync("deploy/prometheus-alerts.yml", "utf8");
    for (const [name] of rules.matchAll(/haproxy_\w+/g)) expect(figures).toContain(`${name}{`);
  });

  it("forwards the client's address, and replaces or removes such headers of the client", async () => {
    const claims = {
      Forwarded: "for=203.0.113.9",
      "X-Forwarded-For": "203.0.113.9",
      "X-Forwarded-Host": "evil.example",
      "X-Forwarded-Proto": "http",
      "X-Request-Id": "chosen-by-a-visitor",
    };
    const forwardedHeaders = await json(await ask("127.0.0.6", "/", claims));
    expect(forwardedHeaders).toMatchObject({
      "x-forwarded-for": "127.0.0.6",
      "x-forwarded-host": `127.0.0.1:${new URL(proxy.tlsUrl).port}`,
      "x-forwarded-proto": "https",
    });
    for (const name of ["forwarded", "x-request-id"]) {
      expect(forwardedHeaders).not.toHaveProperty(name);
    }
  });

  it("hides the metrics, redirects plain HTTP to the site, and forwards only GET, HEAD and POST", async () => {
    expect(await statusOf("127.0.0.7", "/metrics")).toBe(404);
    const headers = { "X-Forwarded-Proto": "https" };
    const path = "/contactus?audience=individual";
    for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"]) {
      const plain = await askOverHttp(proxy, "127.0.0.7", { headers, method }, path);
      const { location, allow } = plain.resume().headers;
      expect([method, plain.statusCode, location ?? allow]).toEqual(
        ["GET", "HEAD", "POST"].includes(method)
          ? [method, 308, `https://pulse.test${path}`]
          : [method, 405, "GET, HEAD, POST"],
      );
    }
  });

  it("logs each request as a line of JSON without any text that a visitor typed", async () => {
    const { url, lines } = behindAnother;
    const hidden = "hunter2";
    const common = `Host: ${hidden}\r\nCookie: a="${hidden}\r\nConnection: close\r\n\r\n`;
    const network = "X-Forwarded-For: 2001:db8:1:2::3\r\n";
    const requests: [request: string, path: string, status: number, client: string][] = [
      [`GET /contactus?q=${hidden} HTTP/1.1\r\n${network}`, "/contactus", 200, "2001:db8:1::"],
      [`GET /ref/${hidden} HTTP/1.1\r\n`, "*", 200, "127.0.0.0"],
      [
        `POST /a%22%0a%s"\\${hidden}/%%[src] HTTP/1.1\r\nContent-Length: 0\r\n`,
        "*",
        200,
        "127.0.0.0",
      ],
      [`PATCH /assets/${hidden}.js HTTP/1.1\r\n`, "/assets/*", 405, "127.0.0.0"],
      [`${hidden}"\x01 / HTTP/1.1\r\n`, "-", 400, "127.0.0.0"],
    ];
    // Other tests ask for the path `/`.
    const logged = () => lines.filter((line) => /^\{.*"path":"(?!\\?\/")/.test(line));
    for (const [index, [request]] of requests.entries()) {
      // The proxy may reset a connection before it has read all of a refused request.
      const socket = connect({ host: OUTER_PROXY, port: Number(new URL(url).port) });
      socket.on("error", () => undefined).resume();
      socket.write(request + common);
      await expect.poll(() => logged().length).toBe(index + 1);
    }
    expect(logged().join("\n")).not.toContain(hidden);
    const parsed = logged().map((line) => JSON.parse(line) as Record<string, unknown>);
    expect(parsed.map(({ path, status, client }) => [path, status, client])).toEqual(
      requests.map(([, ...expected]) => expected),
    );
    const sameInAll = { level: 30, msg: "proxy", requestId: "id-of-the-instance", end: "--" };
    expect(parsed[0]).toMatchObject({ ...sameInAll, method: "GET", backend: "instances" });
    expect(Date.parse(String(parsed[0]?.time))).not.toBeNaN();
  });

  it("trusts the forwarded address of the proxy in front of it only, and limits each forwarded client separately", async () => {
    const headers = {
      "X-Forwarded-For": "198.51.100.1, 203.0.113.7",
      "X-Forwarded-Proto": "https",
    };
    const answer = await askOverHttp(behindAnother, OUTER_PROXY, { headers });
    expect(await json(answer)).toMatchObject({
      "x-forwarded-for": "203.0.113.7",
      "x-forwarded-proto": "https",
    });
    const direct = await askOverHttp(behindAnother, "127.0.0.8", { headers });
    expect(direct.resume().statusCode).toBe(308);
    const statusFrom = async (visitor: string) => {
      const named = { headers: { "X-Forwarded-For": visitor } };
      return (await askOverHttp(behindAnother, OUTER_PROXY, named)).resume().statusCode;
    };
    for (let count = 0; count < REQUESTS; count += 1) await statusFrom("203.0.113.1");
    expect(await statusFrom("203.0.113.1")).toBe(429);
    expect(await statusFrom("203.0.113.2")).toBe(200);
  });
});

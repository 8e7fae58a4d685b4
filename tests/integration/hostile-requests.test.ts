import { once } from "node:events";
import { Agent, request, type IncomingMessage } from "node:http";
import { connect } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { hostileRequest, type HostileRequest } from "./hostile-requests";
import { SUBMIT, useServer } from "../support/use-server";

const STACK = /\n\s+at .+:\d+:\d+|node_modules|\.server\.[jt]s\b|build\/server/;

/** All requests go over one connection: each answer has to leave it usable for the next. */
const agent = new Agent({ keepAlive: true, maxSockets: 1 });

const { server } = await useServer({ TRUST_PROXY: "1" }, (upstream) =>
  upstream.set(SUBMIT, { kind: "json", json: { success: true } }),
);
afterAll(() => agent.destroy());

async function send({ method, path, headers, body }: HostileRequest) {
  const { port } = new URL(server.url);
  const outgoing = request({ port, path, method, headers, agent });
  // Node gives some methods' bodies no length by itself.
  if (body !== undefined) outgoing.setHeader("Content-Length", Buffer.byteLength(body, "latin1"));
  outgoing.end(body, "latin1");
  const [incoming] = (await once(outgoing, "response")) as [IncomingMessage];
  const { statusCode: status = 0, headers: answered } = incoming;
  return { status, headers: answered, body: await text(incoming) };
}

it("any request is answered without a fault, and the connection stays usable", async () => {
  await fc.assert(
    fc.asyncProperty(hostileRequest, async (hostile) => {
      const { status, headers, body } = await send(hostile);
      // A limit of the process says when to come again.
      if (status >= 500) expect([status, "retry-after" in headers]).toEqual([503, true]);
      expect(body).not.toMatch(STACK);
      expect(headers.location ?? "/").toMatch(/^\/(?![/\\])/);
      const health = await send({ method: "GET", path: "/healthz", headers: {} });
      expect(health).toMatchObject({ status: 200, body: "ok\n" });
    }),
    { numRuns: 150 },
  );
  const faults = server.lines.filter((line) => /"level":[56]0/.test(line));
  expect(faults.slice(0, 3).map((line) => line.slice(0, 600))).toEqual([]);
});

it("bytes that are not HTTP are answered with an error or not at all, and the server goes on", async () => {
  const { port } = new URL(server.url);
  const line = fc.constantFrom("GET / HTTP/1.1", "POST / HTTP/1.1", "GET /%00 HTTP/1.1", "");
  const rest = fc.string({ unit: "binary-ascii", maxLength: 200 });
  await fc.assert(
    fc.asyncProperty(line, fc.array(rest, { maxLength: 4 }), async (first, more) => {
      const socket = connect(Number(port), "localhost");
      socket.end(Buffer.from([first, ...more, "", ""].join("\r\n"), "latin1"));
      const answer = await text(socket).catch(() => "");
      expect(answer).toMatch(/^(HTTP\/1\.1 [1-4]\d\d |$)/);
      expect(answer).not.toMatch(STACK);
    }),
    { numRuns: 30 },
  );
  expect((await rawRequest(server.url, "/healthz")).status).toBe(200);
});

/** Each once cost 20 times what a page costs. They are refused, or cut, before the code that was slow sees them. */
it.each([
  ["parameters that Remix takes out one by one", `/ref/PULSE42?${"index=a&".repeat(1000)}`, 400],
  [
    "thousands of bytes that are no text in a search",
    `/pulsescout/dashboard.data?tab=trip&q=${"%00".repeat(2700)}`,
    200,
  ],
])("%s are refused or cut", async (_name, path, status) => {
  const answer = await send({ method: "GET", path, headers: {} });
  expect(answer.status).toBe(status);
  expect(answer.body).not.toContain(path.slice(-40));
});

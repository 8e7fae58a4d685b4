import { connect } from "node:net";
import { text } from "node:stream/consumers";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { HostileClient, type Answer } from "./hostile-client";
import { anyRequest, FOUND, hostileRequest, type HostileRequest } from "./hostile-requests";

/** `FUZZ_RUNS=40000 FUZZ_SEED=1 npx vitest run tests/integration/hostile-requests.test.ts` looks for longer. */
const RUNS = Number(process.env.FUZZ_RUNS ?? 400);
const SEED = Number(process.env.FUZZ_SEED ?? Date.now() % 2 ** 31);

const searching = (numRuns: number) => ({ seed: SEED, numRuns: Math.ceil(numRuns) });

let upstream: FaultyUpstream;
let server: BuiltServer;
let client: HostileClient;

beforeAll(async () => {
  // eslint-disable-next-line no-console -- what was found is found again with it
  console.log(`Seed ${SEED}, ${RUNS} requests (FUZZ_SEED, FUZZ_RUNS)`);
  upstream = await FaultyUpstream.start();
  server = await startBuiltServer({ env: { ...upstream.settings, TRUST_PROXY: "1" } });
  client = new HostileClient(server.url);
});
afterAll(async () => {
  client.close();
  await server.kill();
  await upstream.stop();
});

const PLAIN: HostileRequest = { method: "GET", path: "/healthz", headers: {} };

const STACK = /\n\s+at .+:\d+:\d+|node_modules|\.server\.[jt]s\b|build\/server/;

/** Whether an answer of 500 or more is one that is promised: nobody can take the form's message, or there is no place. */
function isPromised({ status, retryAfter }: Answer, { path }: HostileRequest): boolean {
  return status === 503 && (retryAfter !== undefined || path.startsWith("/contactus"));
}

describe("whatever is asked", () => {
  it("is answered without a fault, and the connection stays usable", async () => {
    await fc.assert(
      fc.asyncProperty(fc.oneof(anyRequest, hostileRequest), async (hostile) => {
        const answer = await client.send(hostile);
        if (answer.status >= 500)
          expect(isPromised(answer, hostile), String(answer.status)).toBe(true);
        expect(answer.body).not.toMatch(STACK);
        expect(answer.location ?? "/").toMatch(/^\/(?![/\\])/);
        expect(await client.send(PLAIN)).toMatchObject({ status: 200, body: "ok\n" });
      }),
      searching(RUNS),
    );
    const faults = server.lines.filter((line) => /"level":[56]0/.test(line));
    expect(faults.slice(0, 3).map((line) => line.slice(0, 600))).toEqual([]);
  });

  it("is refused or left when it is no HTTP at all, and nobody else notices", async () => {
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
        expect(await client.send(PLAIN)).toMatchObject({ status: 200 });
      }),
      searching(RUNS / 8),
    );
  });
});

describe("what once cost 20 times a page", () => {
  it.each(FOUND)("$name: $status", async ({ path, status }) => {
    const answer = await client.send({ method: "GET", path, headers: {} });
    expect(answer.status).toBe(status);
    // Nothing of it is carried on.
    expect(answer.body).not.toContain(path.slice(-40));
  });
});

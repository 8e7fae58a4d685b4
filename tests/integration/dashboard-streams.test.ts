import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startBuiltServer, type BuiltServer } from "./built-server";
import { FaultyUpstream } from "./faulty-upstream";

let upstream: FaultyUpstream;
let server: BuiltServer;

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  server = await startBuiltServer({
    env: { SANDBOX: "off", CORE_API_URL: upstream.coreApiUrl, AUTH_API_URL: upstream.origin },
  });
});
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});

describe("the CSV export", () => {
  const csv = (query = "") => fetch(`${server.url}/pulsescout/dashboard/trips.csv${query}`);

  it("asks for pages of 500 with the view's filters, and for a search with none", async () => {
    upstream.reset();
    await (await csv("?date=2025-08-19&country=India")).text();
    await (await csv("?q=trip-2&country=India&page=7")).text();
    expect(upstream.calls.map(({ path, query }) => [path, ...query].flat().join(" "))).toEqual([
      "/trips page 1 limit 500 date 2025-08-19 country India",
      "/trips/search q trip-2 type all page 1 limit 500",
    ]);
  });

  it("breaks the download, and says so in the log, when a later page does not come", async () => {
    const pagination = {
      currentPage: 1,
      itemsPerPage: 1,
      totalItems: 3,
      hasPrevPage: false,
      hasNextPage: true,
    };
    const json = { success: true, data: { trips: [{ id: "only" }], pagination } };
    upstream.set("/trips", { kind: "json", json });
    const answer = await csv();
    expect(answer.status).toBe(200);
    await expect(answer.text()).rejects.toThrow();
    await vi.waitFor(() => {
      expect(server.lines.some((line) => line.includes("trip export broke off"))).toBe(true);
    });
    upstream.reset();
  });
});

describe("the event stream", () => {
  const agent = new Agent({ maxSockets: Infinity });

  async function open(): Promise<IncomingMessage> {
    const request = get(`${server.url}/pulsescout/dashboard/events`, { agent });
    const [answer] = (await once(request, "response")) as [IncomingMessage];
    return answer.resume();
  }

  it("is open to 500 at once, sends the next one away for a minute, and forgets who left", async () => {
    const streams = await Promise.all(Array.from({ length: 500 }, open));
    expect(streams.every((answer) => answer.statusCode === 200)).toBe(true);
    const refused = await open();
    expect(refused.statusCode).toBe(503);
    expect(refused.headers["retry-after"]).toBe("60");
    for (const answer of streams) answer.destroy();
    await vi.waitFor(
      async () => {
        const answer = await open();
        answer.destroy();
        expect(answer.statusCode).toBe(200);
      },
      { timeout: 10_000, interval: 100 },
    );
  });

  it("ends when the server drains", async () => {
    const answer = await open();
    const ended = once(answer, "end");
    const status = await server.stop();
    await ended;
    expect(status).toBe(0);
  });
});

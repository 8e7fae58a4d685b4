import { once } from "node:events";
import { Agent, get, type IncomingMessage } from "node:http";
import { afterAll, beforeAll, describe, expect, it, vi } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";

let upstream: FaultyUpstream;
let server: BuiltServer;

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  server = await startBuiltServer({
    env: {
      ...upstream.settings,
      TRUST_PROXY: "1",
    },
  });
});
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});

// The last of them ends the server.
describe("streams", { shuffle: false }, () => {
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
      // On a busy machine the connection may end before its client has read the head.
      const download = csv().then((answer) => answer.text());
      await expect(download).rejects.toThrow();
      const broken = () => server.lines.some((line) => line.includes("trip export broke off"));
      await expect.poll(broken).toBe(true);
      upstream.reset();
    });
  });

  describe("a reader of the CSV export who takes nothing", () => {
    it("makes the server ask for no more than the connection holds", async () => {
      upstream.reset();
      upstream.set("/trips", { kind: "endless-trips" });
      const request = get(`${server.url}/pulsescout/dashboard/trips.csv`);
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      answer.pause();
      // Once nothing more is asked for, the server waits for the reader: what was asked for fills the buffers.
      let asked = 0;
      await vi.waitFor(
        () => {
          const before = asked;
          asked = upstream.count("/trips");
          if (asked !== before || asked === 0) throw new Error("still asking");
        },
        { timeout: 60_000, interval: 500 },
      );
      expect(asked).toBeLessThan(200);
      // It goes on from there as soon as the reader does.
      answer.resume();
      await vi.waitFor(() => expect(upstream.count("/trips")).toBeGreaterThan(asked + 20), 60_000);
      answer.destroy();
      upstream.reset();
    });
  });

  describe("places for exports", () => {
    const agent = new Agent({ maxSockets: Infinity });

    async function csv(client: string): Promise<IncomingMessage> {
      const headers = { "x-forwarded-for": client };
      const request = get(`${server.url}/pulsescout/dashboard/trips.csv`, { agent, headers });
      const [answer] = (await once(request, "response")) as [IncomingMessage];
      return answer;
    }

    async function text(answer: IncomingMessage): Promise<string> {
      answer.setEncoding("utf8");
      let body = "";
      for await (const chunk of answer) body += String(chunk);
      return body;
    }

    it("are two for one address and six in all; pages are read beside them", async () => {
      upstream.reset();
      upstream.set("/trips", { kind: "endless-trips" });
      const running = await Promise.all(["::1", "::2", "10.0.0.1", "10.0.0.1"].map(csv));
      const third = await csv("10.0.0.1");
      expect(third.statusCode).toBe(429);
      expect(Number(third.headers["retry-after"])).toBeGreaterThan(14);
      expect(await text(third)).toMatch(
        /from your network\..* from \d+ \w+ \d+, \d\d:\d\d:00 UTC on\./,
      );
      // One household: every address of a /64.
      expect((await csv("::3")).resume().statusCode).toBe(429);
      running.push(await csv("10.0.0.2"), await csv("10.0.0.3"));
      const seventh = await csv("10.0.0.4");
      expect(seventh.resume().statusCode).toBe(503);
      expect(seventh.headers["retry-after"]).toBeDefined();
      expect(running.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));

      const page = await fetch(`${server.url}/pulsescout/dashboard`);
      expect(page.status).toBe(200);

      for (const answer of running) answer.destroy();
      upstream.reset();
      const next = async () => {
        const answer = await csv("10.0.0.1");
        answer.resume();
        return answer.statusCode;
      };
      await expect.poll(next).toBe(200);
    });

    it("are not taken by HEAD, which asks for nothing upstream", async () => {
      const path = "/pulsescout/dashboard/trips.csv?country=Brazil";
      const answer = await fetch(server.url + path, { method: "HEAD" });
      expect(answer.headers.get("content-type")).toContain("text/csv");
      // The exports before may still have a call on its way.
      const calls = upstream.calls.filter(({ query }) => [...query].flat().includes("Brazil"));
      expect(calls).toEqual([]);
    });
  });

  describe("the event stream", () => {
    const agent = new Agent({ maxSockets: Infinity });

    async function open(client: string, query = ""): Promise<IncomingMessage> {
      const headers = { "x-forwarded-for": client, "accept-encoding": "gzip" };
      const url = `${server.url}/pulsescout/dashboard/events${query}`;
      const [answer] = (await once(get(url, { agent, headers }), "response")) as [IncomingMessage];
      return answer;
    }

    it("is open to 20 of one address, and forgets who left", async () => {
      const streams = await Promise.all(Array.from({ length: 20 }, () => open("10.1.0.1")));
      expect(streams.every((answer) => answer.statusCode === 200)).toBe(true);
      const refused = await open("10.1.0.1");
      expect(refused.resume().statusCode).toBe(429);
      expect(refused.headers["retry-after"]).toBe("60");
      const neighbour = await open("10.1.0.2");
      expect(neighbour.statusCode).toBe(200);
      for (const answer of [...streams, neighbour]) answer.destroy();
      const next = async () => {
        const answer = await open("10.1.0.1");
        answer.destroy();
        return answer.statusCode;
      };
      await expect.poll(next).toBe(200);
    });

    it("is never compressed", async () => {
      const answer = await open("10.1.0.3");
      expect(answer.headers["content-encoding"]).toBeUndefined();
      expect(answer.headers["content-type"]).toBe("text/event-stream; charset=utf-8");
      const [first] = (await once(answer, "data")) as [Buffer];
      expect(first.toString()).toMatch(/^retry: \d{4}\n\n$/);
      answer.destroy();
    });

    it("ends when the server drains", async () => {
      const answer = await open("10.1.0.4");
      const ended = once(answer.resume(), "end");
      const status = await server.stop();
      await ended;
      expect(status).toBe(0);
    });
  });
});

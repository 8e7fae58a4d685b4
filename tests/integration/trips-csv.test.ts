import { text } from "node:stream/consumers";
import { beforeEach, expect, it, vi } from "vitest";
import type { Behaviour, UpstreamCall } from "../support/faulty-upstream";
import { openAnswer, rawRequest } from "../support/raw-request";
import { useServer } from "../support/use-server";

const DASHBOARD = "/pulsescout/dashboard";

const { upstream, server } = await useServer({ TRUST_PROXY: "1" });
beforeEach(() => {
  upstream.reset();
  const countries = { success: true, data: { countries: ["Iran", "Iran "] } };
  upstream.set("/filters/available", { kind: "json", json: countries });
});

/** Full pages of a list of ten million trips. */
function endlessTrips({ query }: UpstreamCall): Behaviour {
  const [currentPage, itemsPerPage] = [Number(query.get("page")), Number(query.get("limit"))];
  const trip = { wallet: `0x${"ab".repeat(20)}`, start_time: "2025-08-19T10:00:00Z", beats: 1 };
  const trips = Array.from({ length: itemsPerPage }, (_, index) => {
    return { id: `trip-${currentPage}-${index}`, ...trip };
  });
  const pagination = { currentPage, itemsPerPage, totalItems: 10_000_000, hasNextPage: true };
  return { kind: "json", json: { success: true, data: { trips, pagination } } };
}

const open = (path: string, client: string) =>
  openAnswer(server.url + DASHBOARD + path, { "x-forwarded-for": client });

async function statusOf(path: string, client: string) {
  const answer = await open(path, client);
  answer.destroy();
  return answer.statusCode;
}

it("the name of an export says when it has one of several spellings of its country alone", async () => {
  const { headers } = await rawRequest(server.url, `${DASHBOARD}/trips.csv?country=Iran`);
  expect(headers["content-disposition"]).toContain('"trips_iran_one-of-2-spellings.csv"');
});

it("the CSV export requests pages of 500 with the view's filters, and a search without filters", async () => {
  await rawRequest(server.url, `${DASHBOARD}/trips.csv?date=2025-08-19&country=India`);
  await rawRequest(server.url, `${DASHBOARD}/trips.csv?q=trip-2&country=India&page=7`);
  const calls = upstream.calls.filter(({ path }) => path.startsWith("/trips"));
  expect(calls.map(({ path, query }) => [path, ...query].flat().join(" "))).toEqual([
    "/trips page 1 limit 500 date 2025-08-19 country India",
    "/trips/search q trip-2 type all page 1 limit 500",
  ]);
});

it("the CSV export breaks the connection and logs it when a later page fails", async () => {
  const pagination = { currentPage: 1, itemsPerPage: 1, totalItems: 3, hasNextPage: true };
  const json = { success: true, data: { trips: [{ id: "only" }], pagination } };
  upstream.set("/trips", { kind: "json", json });
  // On a busy machine the connection may end before the client has read the response headers.
  await expect(rawRequest(server.url, `${DASHBOARD}/trips.csv`)).rejects.toThrow();
  const log = () => server.lines.join("\n");
  await expect.poll(log).toContain("export broke off");
});

it("the CSV export requests pages from the upstream no faster than its client reads", async () => {
  upstream.set("/trips", endlessTrips);
  const answer = await open("/trips.csv", "10.0.0.9");
  answer.pause();
  // When no further page is requested, the buffers are full and the server waits for the client.
  let calls = 0;
  await vi.waitFor(
    () => {
      const callsBefore = calls;
      calls = upstream.count("/trips");
      if (calls !== callsBefore || calls === 0) throw new Error("still asking");
    },
    { timeout: 60_000, interval: 500 },
  );
  expect(calls).toBeLessThan(200);
  answer.resume();
  await vi.waitFor(() => expect(upstream.count("/trips")).toBeGreaterThan(calls + 20), 60_000);
  answer.destroy();
});

it("two CSV exports can run per network and six in all; pages are served meanwhile", async () => {
  upstream.set("/trips", endlessTrips);
  const csv = (client: string) => open("/trips.csv", client);
  const running = await Promise.all(
    ["2001:db8::1", "2001:db8::2", "10.0.0.1", "10.0.0.1"].map(csv),
  );
  const third = await csv("10.0.0.1");
  expect(third.statusCode).toBe(429);
  expect(Number(third.headers["retry-after"])).toBeGreaterThan(14);
  expect(await text(third)).toMatch(
    /from your network\..* from \d+ \w+ \d+, \d\d:\d\d:00 UTC on\./,
  );
  // All addresses of a /64 count as one network.
  expect(await statusOf("/trips.csv", "2001:db8::3")).toBe(429);
  running.push(await csv("10.0.0.2"), await csv("10.0.0.3"));
  const seventh = await csv("10.0.0.4");
  expect(seventh.resume().statusCode).toBe(503);
  expect(seventh.headers["retry-after"]).toBeDefined();
  expect(running.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  const { body } = await rawRequest(server.url, "/metrics");
  expect(body).toContain('limit_hits_total{rule="exports-all-full"} 1');
  expect((await rawRequest(server.url, DASHBOARD)).status).toBe(200);

  for (const answer of running) answer.destroy();
  upstream.reset();
  await expect.poll(() => statusOf("/trips.csv", "10.0.0.1")).toBe(200);
});

it("a HEAD request for the CSV export makes no upstream call", async () => {
  const path = `${DASHBOARD}/trips.csv?country=Brazil`;
  const answer = await rawRequest(server.url, path, { method: "HEAD" });
  expect(answer.headers["content-type"]).toContain("text/csv");
  // Exports of earlier tests may still have calls in flight.
  expect(upstream.calls.filter(({ query }) => query.get("country") === "Brazil")).toEqual([]);
});

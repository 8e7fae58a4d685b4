import { text } from "node:stream/consumers";
import { beforeEach, expect, it, vi } from "vitest";
import { openAnswer, rawRequest } from "../support/raw-request";
import { useServer } from "../support/use-server";

const DASHBOARD = "/pulsescout/dashboard";

const { upstream, server } = await useServer({ TRUST_PROXY: "1" });
beforeEach(() => upstream.reset());

const open = (path: string, client: string) =>
  openAnswer(server.url + DASHBOARD + path, { "x-forwarded-for": client });

async function statusOf(path: string, client: string) {
  const answer = await open(path, client);
  answer.destroy();
  return answer.statusCode;
}

const metrics = async () => (await rawRequest(server.url, "/metrics")).body;

it("the CSV export asks for pages of 500 with the view's filters, and for a search with none", async () => {
  await rawRequest(server.url, `${DASHBOARD}/trips.csv?date=2025-08-19&country=India`);
  await rawRequest(server.url, `${DASHBOARD}/trips.csv?q=trip-2&country=India&page=7`);
  expect(upstream.calls.map(({ path, query }) => [path, ...query].flat().join(" "))).toEqual([
    "/trips page 1 limit 500 date 2025-08-19 country India",
    "/trips/search q trip-2 type all page 1 limit 500",
  ]);
});

it("the CSV export breaks off, and says so in the log, when a later page does not come", async () => {
  const page = { currentPage: 1, itemsPerPage: 1, totalItems: 3 };
  const pagination = { ...page, hasPrevPage: false, hasNextPage: true };
  const json = { success: true, data: { trips: [{ id: "only" }], pagination } };
  upstream.set("/trips", { kind: "json", json });
  // On a busy machine the connection may end before its client has read the head.
  await expect(rawRequest(server.url, `${DASHBOARD}/trips.csv`)).rejects.toThrow();
  const log = () => server.lines.join("\n");
  await expect.poll(log).toContain("trip export broke off");
});

it("the CSV export is read no faster than its reader takes it", async () => {
  upstream.set("/trips", { kind: "endless-trips" });
  const answer = await open("/trips.csv", "10.0.0.9");
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
  answer.resume();
  await vi.waitFor(() => expect(upstream.count("/trips")).toBeGreaterThan(asked + 20), 60_000);
  answer.destroy();
});

it("the CSV export has two places for one network and six in all; pages are read beside them", async () => {
  upstream.set("/trips", { kind: "endless-trips" });
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
  // One household: every address of a /64.
  expect(await statusOf("/trips.csv", "2001:db8::3")).toBe(429);
  running.push(await csv("10.0.0.2"), await csv("10.0.0.3"));
  const seventh = await csv("10.0.0.4");
  expect(seventh.resume().statusCode).toBe(503);
  expect(seventh.headers["retry-after"]).toBeDefined();
  expect(running.map(({ statusCode }) => statusCode)).toEqual(Array(6).fill(200));
  expect(await metrics()).toContain('limit_hits_total{rule="exports-all-full"} 1');
  expect((await rawRequest(server.url, DASHBOARD)).status).toBe(200);

  for (const answer of running) answer.destroy();
  upstream.reset();
  await expect.poll(() => statusOf("/trips.csv", "10.0.0.1")).toBe(200);
});

it("the CSV export asks for nothing upstream at HEAD", async () => {
  const path = `${DASHBOARD}/trips.csv?country=Brazil`;
  const answer = await rawRequest(server.url, path, { method: "HEAD" });
  expect(answer.headers["content-type"]).toContain("text/csv");
  // The exports before may still have a call on its way.
  expect(upstream.calls.filter(({ query }) => query.get("country") === "Brazil")).toEqual([]);
});

it("the event stream begins with what the page that opens it has missed", async () => {
  await rawRequest(server.url, `${DASHBOARD}?tab=trip`);
  const ahead = (Date.now() + 60_000).toString(36);
  const answer = await open(`/events?tab=trip&since=page.${ahead}+filters.1`, "10.1.1.1");
  answer.setEncoding("utf8");
  let heard = "";
  answer.on("data", (text: string) => (heard += text));
  await expect.poll(() => heard).toContain("event: refresh\ndata: filters\n\n");
  expect(heard).not.toContain("data: trips");
  answer.destroy();
});

it("the event stream is open to 20 of one address, and forgets those who left", async () => {
  const streams = await Promise.all(Array.from({ length: 20 }, () => open("/events", "10.1.0.1")));
  expect(streams.map(({ statusCode }) => statusCode)).toEqual(Array(20).fill(200));
  const refused = await open("/events", "10.1.0.1");
  expect(refused.resume().statusCode).toBe(429);
  expect(refused.headers["retry-after"]).toBe("60");
  expect(await statusOf("/events", "10.1.0.2")).toBe(200);
  expect(await metrics()).toMatch(/^event_streams_open 2[01]$/m);
  for (const answer of streams) answer.destroy();
  await expect.poll(() => statusOf("/events", "10.1.0.1")).toBe(200);
});

it("a country is asked for by the very name that the upstream gave it, by pages and exports", async () => {
  const countries = [
    "India ",
    "C\u00f4te\u00a0d\u2019Ivoire",
    "a  b",
    "\u0646\u200c\u06cc",
    "&\"'<+%",
    "y".repeat(100),
  ];
  upstream.set("/filters/available", {
    kind: "json",
    json: { success: true, data: { countries } },
  });
  for (const country of countries) {
    const query = new URLSearchParams({ tab: "trip", country });
    const { body } = await rawRequest(server.url, `${DASHBOARD}?${query}`);
    expect(body.match(/1 filter set/)).not.toBeNull();
    await rawRequest(server.url, `${DASHBOARD}/trips.csv?${query}`);
    const asked = upstream.calls.map((call) => call.query.get("country"));
    expect(asked.filter((name) => name === country)).toHaveLength(2);
  }
});

import { text } from "node:stream/consumers";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { Behaviour, UpstreamCall } from "../support/faulty-upstream";
import { openAnswer, rawRequest } from "../support/raw-request";
import { useServer } from "../support/use-server";
import { parseHtml, textsOf } from "./html-document";

const DASHBOARD = "/pulsescout/dashboard";
const REPORT = `${DASHBOARD}/report`;

const { upstream, server } = await useServer({ TRUST_PROXY: "1" });
beforeEach(() => {
  upstream.reset();
  const countries = { success: true, data: { countries: ["Iran", "Iran "] } };
  upstream.set("/filters/available", { kind: "json", json: countries });
});

describe("the file of trips", () => {
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

  const openAs = (path: string, client: string) =>
    openAnswer(server.url + DASHBOARD + path, { "x-forwarded-for": client });

  async function statusOf(path: string, client: string) {
    const answer = await openAs(path, client);
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
    const answer = await openAs("/trips.csv", "10.0.0.9");
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
    const csv = (client: string) => openAs("/trips.csv", client);
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
});

describe("the report", () => {
  /** The number of trips on each day. Each test uses days of its own, because the server caches them. */
  const tripsOn = new Map<string, number>();

  /** On this day each trip has another wallet. */
  const MANY_WALLETS = "2025-07-09";

  function tripsAnswer({ query }: UpstreamCall): Behaviour {
    const date = query.get("date") ?? "";
    const [page, limit] = [Number(query.get("page")), Number(query.get("limit"))];
    const totalItems = tripsOn.get(date) ?? 0;
    const before = (page - 1) * limit;
    const trips = Array.from(
      { length: Math.min(limit, Math.max(0, totalItems - before)) },
      (_, at) => ({
        id: `${date}-${before + at}`,
        wallet: date === MANY_WALLETS ? `0x${before + at}` : at % 2 === 0 ? "0xEven" : "0xOdd",
        start_time: `${date}T10:00:00Z`,
        end_time: `${date}T11:30:00Z`,
        ...(at % 2 === 1 && { duration: "about an hour" }),
        distance: at % 4 === 0 ? null : 1.25,
        beats: 2,
        country: at % 2 === 0 ? "India" : "Nepal",
      }),
    );
    const hasNextPage = before + trips.length < totalItems;
    const pagination = { currentPage: page, itemsPerPage: limit, totalItems, hasNextPage };
    return { kind: "json", json: { success: true, data: { trips, pagination } } };
  }

  beforeEach(() => upstream.set("/trips", tripsAnswer));

  const callsFor = (date: string) =>
    upstream.calls
      .filter(({ query }) => query.get("date") === date)
      .map(({ query }) => query.get("page"));

  async function open(query: string) {
    const { status, body, headers } = await rawRequest(server.url, `${REPORT}${query}`);
    const root = await parseHtml(body);
    const texts = (selector: string) => textsOf(root, selector);
    return { status, headers, body, texts, main: texts("main").join(" ") };
  }

  /** Opens a report until it has these words: a page waits for its days only briefly. */
  const openUntil = (query: string, words: RegExp) =>
    vi.waitFor(async () => {
      const page = await open(query);
      expect(page.main).toMatch(words);
      return page;
    }, 60_000);

  /** The words of a report whose days have all been read. */
  const WHOLE = /^(?!.*days read)/;

  const getCsv = (query: string) => rawRequest(server.url, `${REPORT}.csv${query}`);

  it("a report has its sums and the number of trips left out of each", async () => {
    tripsOn.set("2025-01-01", 4).set("2025-01-02", 501);
    const { status, texts } = await openUntil("?from=2025-01-01&to=2025-01-02", WHOLE);
    expect(status).toBe(200);
    expect(texts("h1")).toEqual(["Trip Report"]);
    const figures = Object.fromEntries(
      texts("dt").map((name, index) => [name, texts("dd")[index]]),
    );
    expect(figures).toMatchObject({
      Trips: "505",
      Distance: expect.stringContaining("127 without distance") as string,
      Hours: expect.stringContaining("252 without duration") as string,
      Beats: expect.stringMatching(/^1,010\.000/) as string,
      Wallets: "2",
      "Average distance": "1.250 km",
      "Average duration": "1:30:00",
      "Average speed": "0.833 km/h",
    });
    expect(callsFor("2025-01-02")).toEqual(["1", "2"]);
  });

  it("a report of too many days is refused with a reason, and no trips are read", async () => {
    const query = "?from=2025-02-01&to=2025-03-04";
    const { status, main } = await open(query);
    expect(status).toBe(400);
    expect(main).toContain("at most 31 days");
    expect((await getCsv(query)).status).toBe(400);
    expect(upstream.calls.filter(({ query: calledQuery }) => calledQuery.has("date"))).toEqual([]);
  });

  it("a report shows how many days were read, and reloads itself without scripts", async () => {
    tripsOn.set("2025-03-01", 1).set("2025-03-02", 1);
    let release!: () => void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    upstream.set("/trips", (call) =>
      call.query.get("date") === "2025-03-02"
        ? { kind: "healthy", after: gate }
        : tripsAnswer(call),
    );
    const range = "?from=2025-03-01&to=2025-03-02";
    const { texts, main, body } = await openUntil(range, /1 of 2 days read/);
    expect(main).toContain("partial");
    expect(texts("dd").every((text) => text.includes("so far"))).toBe(true);
    expect(body).toMatch(/<noscript><meta http-equiv="refresh" content="2"\/?><\/noscript>/i);
    const csv = await getCsv(range);
    expect([csv.status, Number(csv.headers["retry-after"]) > 0]).toEqual([503, true]);
    release();
    await expect.poll(async () => (await getCsv(range)).status).toBe(200);
  });

  it("a report says which days could not be read, and that it has too many trips", async () => {
    tripsOn.set("2025-04-01", 3).set("2025-05-01", 50_001).set("2025-05-02", 1);
    upstream.set("/trips", (call) =>
      call.query.get("date") === "2025-04-02"
        ? { kind: "status", status: 400, json: { message: "no such day" } }
        : tripsAnswer(call),
    );
    const refused = "?from=2025-04-01&to=2025-04-02";
    const why = /1 day could not be read.*2 Apr 2025: .*no such day/;
    const { status, main } = await openUntil(refused, why);
    expect(status).toBe(200);
    expect(main).toContain("1 of 2 days read");
    expect((await getCsv(refused)).status).toBe(503);
    const long = "?from=2025-05-01&to=2025-05-02";
    const tooMany = await openUntil(long, /These days have more than 50,000 trips\./);
    expect(tooMany.texts("dt")).toEqual([]);
    const csv = await getCsv(long);
    expect([csv.status, csv.body]).toEqual([400, expect.stringContaining("more than 50,000")]);
  });

  it("a report of a wallet is a statement on that wallet alone", async () => {
    tripsOn.set("2025-06-03", 4);
    const range = "?from=2025-06-02&to=2025-06-03";
    const { texts, main } = await openUntil(`${range}&q=0xOdd`, WHOLE);
    expect(texts("h2")[0]).toBe("Statement of wallet 0xOdd, 2 Jun 2025 to 3 Jun 2025");
    expect(main).toContain("First trip 3 Jun 2025, 10:00, last trip 3 Jun 2025, 10:00 (UTC)");
    const file = await getCsv(`${range}&q=0xODD&country=Nepal`);
    expect(file.headers["content-disposition"]).toContain(
      'filename="report_2025-06-02_2025-06-03_nepal_0xodd.csv"',
    );
    expect(file.body.split("\r\n").map((line) => line.split(",").slice(0, 2).join())).toEqual([
      ...["day,trips", "2025-06-02,0", "2025-06-03,2", "total,2", ""],
    ]);
    expect((await open(`${range}&q=0xo`)).main).toContain("No trips found");
  });

  it("while a network has two reports in progress, a third one and a long file are refused", async () => {
    tripsOn.set(MANY_WALLETS, 501);
    const wallets = `?from=${MANY_WALLETS}&to=${MANY_WALLETS}&by=wallet`;
    await openUntil(wallets, WHOLE);
    const long = (await getCsv(wallets)).body;
    expect(long.trimEnd().split("\r\n")).toHaveLength(503);
    let release!: () => void;
    const gate = new Promise<void>((resolve) => (release = resolve));
    upstream.set("/trips", (call) =>
      call.query.has("date") ? { kind: "healthy", after: gate } : tripsAnswer(call),
    );
    await Promise.all(["01", "02"].map((day) => open(`?from=2025-07-${day}&to=2025-07-${day}`)));
    const third = await open("?from=2025-07-03&to=2025-07-03");
    const refused = await getCsv(wallets);
    expect([third.status, Number(third.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect(third.main).toContain("from your network");
    expect(callsFor("2025-07-03")).toEqual([]);
    expect([refused.status, Number(refused.headers["retry-after"]) > 0]).toEqual([429, true]);
    expect((await open(wallets)).status).toBe(200);
    release();
  });
});

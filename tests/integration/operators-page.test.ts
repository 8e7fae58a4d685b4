import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";
import { parseHtml } from "./html-document";

const PAGE = "/pulsescout/dashboard/status";
const REFRESH = "/pulsescout/dashboard/refresh";
const MOMENT = String.raw`\d+ \w{3} \d{4}, \d\d:\d\d:\d\d UTC`;

let upstream: FaultyUpstream;
let server: BuiltServer;

beforeAll(async () => {
  upstream = await FaultyUpstream.start();
  server = await startBuiltServer({ env: { ...upstream.settings, TRUST_PROXY: "1" } });
});
afterAll(async () => {
  await server.kill();
  await upstream.stop();
});
beforeEach(() => upstream.reset());

let visitors = 0;
/** From an address of its own. */
const visitor = () => new FormClient(server.url, `203.0.113.${(visitors += 1)}`);

/** Presses a resource's button and goes where that leads. */
async function refresh(resource: string, client = visitor()): Promise<string> {
  const { status, headers } = await client.send("POST", REFRESH, new URLSearchParams({ resource }));
  expect([status, headers.get("Location")]).toEqual([303, PAGE]);
  return textOf(await client.open(PAGE));
}

function textOf({ status, html }: { status: number; html: string }): string {
  expect(status).toBe(200);
  return html.replace(/<script.*?<\/script>/gs, "").replace(/<[^>]*>/g, "");
}

/** The cells of a table's rows. */
async function rowsOf(caption: string): Promise<string[][]> {
  const root = await parseHtml((await visitor().open(PAGE)).html);
  const tables = root.querySelectorAll("table");
  const table = tables.find((one) => one.querySelector("caption")?.textContent === caption);
  const rows = table?.querySelectorAll("tbody tr") ?? [];
  return rows.map((row) => row.querySelectorAll("th, td").map((cell) => cell.textContent));
}

// What a visit has just brought is not refreshed: the visits come last.
describe("figures of the operators", { shuffle: false }, () => {
  describe("'Refresh now'", () => {
    it("asks the upstream once, and within the cool-down not again, however many press", async () => {
      const first = await Promise.all(Array.from({ length: 8 }, () => refresh("weeklyUsers")));
      expect(upstream.count()).toBe(1);
      const resting = `Weekly Active Users: asked for a moment ago. Refresh again from ${MOMENT} on.`;
      // Some may come when the answer is there already.
      const either = new RegExp(`Weekly Active Users: refreshed.|${resting}`);
      for (const text of first) expect(text).toMatch(either);
      expect(first.join("")).toContain("Weekly Active Users: refreshed.");

      expect(await refresh("weeklyUsers")).toMatch(new RegExp(resting));
      expect(upstream.count()).toBe(1);
    });

    it("asks for the first page of trips, as the trip tab does", async () => {
      expect(await refresh("trips")).toContain("First page of trips: refreshed.");
      await visitor().open("/pulsescout/dashboard?tab=trip");
      expect(upstream.count("/trips")).toBe(1);
    });

    it("says why a dead upstream brought nothing, and leaves it alone for a moment", async () => {
      upstream.set("*", { kind: "reset" });
      const text = await refresh("dailyUsers");
      const sentence = `Daily Active Users: not refreshed, no connection. Try again from ${MOMENT} on.`;
      expect(text).toMatch(new RegExp(sentence));
      const calls = upstream.count();
      expect(await refresh("dailyUsers")).toContain("Daily Active Users: asked for a moment ago.");
      expect(upstream.count()).toBe(calls);
      const answers = await rowsOf("Cached answers");
      expect(answers.find(([name]) => name === "Daily Active Users")?.join(" ")).toMatch(
        /Last refresh failed .* no connection, \d+ s ago/,
      );
      const [core] = await rowsOf("Upstreams");
      expect(core?.join(" ")).toMatch(/^Core API .* no connection, \d+ s ago$/);
    });

    it("is refused from another site, and asks nothing for what there is not", async () => {
      const body = new URLSearchParams({ resource: "metrics" });
      const headers = { "Sec-Fetch-Site": "cross-site" };
      const foreign = await fetch(server.url + REFRESH, { method: "POST", headers, body });
      expect(foreign.status).toBe(403);
      await refresh("trips?q=kumquat");
      const opened = await visitor().send("GET", REFRESH);
      expect(opened.headers.get("Location")).toBe(PAGE);
      expect(upstream.count()).toBe(0);
    });

    it("is limited for each client address", async () => {
      const client = visitor();
      for (let press = 0; press < 10; press += 1) await refresh("monthlyUsers", client);
      upstream.reset();
      const over = await client.send("POST", REFRESH, new URLSearchParams({ resource: "metrics" }));
      expect(over.status).toBe(429);
      const wait = Number(over.headers.get("Retry-After"));
      expect(wait).toBeGreaterThan(0);
      expect(wait).toBeLessThanOrEqual(60);
      expect(over.html).toMatch(new RegExp(`from your network. Try again from ${MOMENT} on.`));
      expect(upstream.count()).toBe(0);
      expect(await refresh("metrics")).toContain("Totals: refreshed.");

      const limits = await rowsOf("Limits reached");
      expect(limits).toContainEqual(["Refresh now from one address in a minute", "1", "1"]);
    });
  });

  describe("the operators' page", () => {
    /** Its first line. */
    async function verdict(): Promise<string> {
      const main = (await parseHtml((await visitor().open(PAGE)).html)).querySelector("main");
      return main?.querySelector('[aria-label="Verdict"]')?.textContent ?? "";
    }

    it("begins with a verdict: that all is well, or what is wrong since when", async () => {
      await refresh("filters");
      upstream.set("*", { kind: "status", status: 500 });
      await visitor().open("/pulsescout/dashboard?tab=trip&page=77");
      const wrong = await verdict();
      const core = `Core API fails: answered with status 500 ?since ${MOMENT}`;
      expect(wrong).toMatch(new RegExp(`^${core}`));
      expect(wrong).toMatch(
        new RegExp(
          `Further pages of trips: nothing newer, answered with status 500 ?since ${MOMENT}`,
        ),
      );

      upstream.reset();
      await expect
        .poll(async () => {
          await visitor().open("/pulsescout/dashboard?tab=trip&page=77");
          await visitor().open("/pulsescout/dashboard");
          return verdict();
        })
        .toBe("All well");
    });

    it("shows what visits have brought, and nothing that visitors looked for", async () => {
      for (const query of [
        "tab=fleet-overview",
        "tab=fleet-overview",
        "tab=trip&page=2",
        "tab=trip&country=Atlantis",
        "tab=trip&q=0xfeedbeef",
        "tab=trip&q=kumquat",
      ]) {
        await visitor().open(`/pulsescout/dashboard?${query}`);
      }
      const answers = new Map(
        (await rowsOf("Cached answers")).map(([name, ...rest]) => [name, rest]),
      );
      expect(answers.size).toBe(10);
      expect(answers.get("Totals")?.slice(0, 2)).toEqual([
        "Fresh",
        expect.stringMatching(/^\d+ s$/),
      ]);
      expect(Number(answers.get("Totals")?.[2])).toBeGreaterThan(0);
      expect(answers.get("Searches for trips")?.[0]).toBe("2 fresh");
      expect(answers.get("Filtered lists of trips")?.[0]).toBe("Fresh");
      expect(answers.get("Searches for trips")?.at(-1)).not.toContain("Refresh now");

      const latency = await rowsOf("Upstream latency, last hour");
      expect(latency).toContainEqual([
        "GET /dashboard/metrics",
        "Core API",
        expect.stringMatching(/^\d+$/),
        "0",
        expect.stringMatching(/ m?s$/),
        expect.stringMatching(/ m?s$/),
      ]);
      expect(await rowsOf("Instances seen")).toEqual([
        [expect.stringMatching(/^[\da-f]{8}$/), expect.stringMatching(/ ago$/), "This one"],
      ]);

      const data = await visitor().open(`${PAGE}.data`);
      for (const { html } of [await visitor().open(PAGE), data]) {
        expect(html).toContain("/trips/search");
        expect(html).not.toMatch(/feedbeef|kumquat|Atlantis|203\.0\.113|127\.0\.0\.1/);
      }
    });
  });
});

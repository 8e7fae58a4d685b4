import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { bothServers, SHARED } from "./shared-server";

const EDGES: [path: string, status: number][] = [
  [`/?${"a".repeat(20_000)}`, 414],
  [`/ref/${"a".repeat(2043)}`, 200],
  ["/%E0%A4%A", 400],
  ["/..%2f..%2fpackage.json", 404],
  ["/assets/..%2f..%2fserver/index.js", 404],
  ["/.env", 404],
  ["/assets/none.js", 404],
  ["/pulsescout/dashboard/trips.csv.data", 404],
];

/** Every kind of address at which Remix passes a POST to an action. */
const TARGETS = [
  "/pulsescout/dashboard?index",
  "/pulsescout/dashboard.data",
  "/pulsescout/dashboard/report",
];

const type = { "Content-Type": "application/x-www-form-urlencoded" };

it.each(await bothServers())("under %s odd addresses have their status", async (_, { url }) => {
  for (const [path, expected] of EDGES) {
    const { status, headers } = await rawRequest(url, path);
    expect([path, status]).toEqual([path, expected]);
    // No cache may use an error again.
    expect(headers["cache-control"]).toMatch(/^(?:private, )?no-(?:store|cache)$/);
  }
  for (const path of ["/", "/blogs.data", "/sitemap.xml", "/no/such/page"]) {
    const { status, headers } = await rawRequest(url, path, { method: "POST" });
    expect([status, headers.allow]).toEqual([405, expect.stringMatching(/^GET, HEAD/)]);
  }
});

it.each(await bothServers())("under %s only this site's posts act", async (_, { url }) => {
  const post = (path: string, headers: Record<string, string>) =>
    rawRequest(url, path, {
      method: "POST",
      body: "theme=night",
      headers: { ...type, ...headers },
    });
  for (const path of TARGETS) {
    const foreign = await post(path, { "Sec-Fetch-Site": "cross-site", Origin: SHARED.SITE_URL });
    expect([foreign.status, foreign.body.includes("was sent from another site")]).toEqual([
      403,
      true,
    ]);
    expect(foreign.headers["set-cookie"]).toBeUndefined();
    expect(foreign.headers.vary).toContain("Sec-Fetch-Site, Origin");
    const { status, headers } = await post(path, { Origin: SHARED.SITE_URL });
    expect([200, 202, 303]).toContain(status);
    expect(headers["set-cookie"]).toBeDefined();
  }
});

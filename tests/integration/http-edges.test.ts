import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { bothServers } from "./shared-server";

const EDGES: [path: string, status: number][] = [
  [`/${"a".repeat(2048)}`, 414],
  [`/?${"a".repeat(20_000)}`, 414],
  [`/ref/${"a".repeat(2043)}`, 200],
  ["/%E0%A4%A", 400],
  ["/..%2f..%2fpackage.json", 404],
  ["/assets/..%2f..%2fserver/index.js", 404],
  ["/.env", 404],
  ["/assets/none.js", 404],
  ["/pulsescout/dashboard/trips.csv.data", 404],
  ["/ref/abc.data", 200],
];

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

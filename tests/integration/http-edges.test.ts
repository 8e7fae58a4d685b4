import { describe, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { bothServers } from "./shared-server";

describe.each(await bothServers())("under %s", (_, server) => {
  const ask = (path: string, method = "GET") => rawRequest(server.url, path, { method });

  it.each([
    ["a path over 2 KB", `/${"a".repeat(2048)}`, 414],
    ["an address over Node's usual limit", `/?${"a".repeat(20_000)}`, 414],
    ["a referral code that fills 2 KB", `/ref/${"a".repeat(2043)}`, 200],
    ["slashes at the end", "/blogs////", 400],
    ["a broken percent escape", "/%E0%A4%A", 400],
    ["a way out of the folder", "/..%2f..%2fpackage.json", 404],
    ["a way out of the assets", "/assets/..%2f..%2fserver/index.js", 404],
    ["a file of settings", "/.env", 404],
    ["a file that is not there", "/none.png", 404],
    ["an asset that is not there", "/assets/none.js", 404],
    ["data of a route that answers with a file", "/pulsescout/dashboard/trips.csv.data", 404],
    ["data of a page", "/ref/abc.data", 200],
  ])("answers %s", async (_name, path, expected) => {
    const { status, headers } = await ask(path);
    expect(status).toBe(expected);
    // No cache may use an error again.
    expect(headers["cache-control"]).toMatch(/^(?:private, )?no-(?:store|cache)$/);
  });

  it("answers other methods than GET, HEAD and POST with 405 and an Allow header", async () => {
    for (const path of ["/", "/blogs.data", "/sitemap.xml", "/no/such/page"]) {
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"]) {
        const { status, headers } = await ask(path, method);
        expect([status, headers.allow]).toEqual([405, expect.stringMatching(/^GET, HEAD/)]);
      }
    }
  });
});

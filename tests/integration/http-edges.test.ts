import { describe, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { bothServers } from "./shared-server";

const FORM = "/pulsescout/dashboard/theme";
const FORM_TYPE = { "Content-Type": "application/x-www-form-urlencoded" };

describe.each(await bothServers())("under %s", (_, server) => {
  const ask = (path: string, method = "GET") => rawRequest(server.url, path, { method });

  it.each([
    ["a path over 2 KB", `/${"a".repeat(2048)}`, 414],
    ["an address over Node's usual limit", `/?${"a".repeat(20_000)}`, 414],
    ["a referral code that fills 2 KB", `/ref/${"a".repeat(2043)}`, 200],
    ["slashes at the end", "/blogs////", 400],
    ["a broken percent escape", "/%E0%A4%A", 400],
  ])("answers %s", async (_name, path, expected) => {
    expect((await ask(path)).status).toBe(expected);
  });

  it.each(["/..%2f..%2fpackage.json", "/assets/..%2f..%2fserver/index.js", "/.env"])(
    "serves no file at %s",
    async (path) => {
      expect([403, 404]).toContain((await ask(path)).status);
    },
  );

  it.each(["/", "/blogs.data", "/sitemap.xml", "/robots.txt", "/no/such/page"])(
    "answers other methods at %s with 405 and an Allow header",
    async (path) => {
      for (const method of ["POST", "PUT", "DELETE", "OPTIONS", "PROPFIND"]) {
        const { status, headers } = await ask(path, method);
        expect([status, headers.allow]).toEqual([405, expect.stringMatching(/^GET, HEAD/)]);
      }
    },
  );

  it.each([
    ["/assets/none.js", 404],
    ["/none.png", 404],
    ["/pulsescout/delete-user/reminder.ics", 404],
    ["/%", 400],
  ])("lets no cache reuse the error at %s", async (path, expected) => {
    const { status, headers } = await ask(path);
    expect(status).toBe(expected);
    expect(headers["cache-control"]).toMatch(/^(?:private, )?no-(?:store|cache)$/);
  });

  it("serves no data of routes that answer with a file, and data of pages and forms", async () => {
    expect((await ask("/pulsescout/dashboard/trips.csv.data")).status).toBe(404);
    expect((await ask("/ref/abc.data")).status).toBe(200);
    const { status, headers } = await rawRequest(server.url, `${FORM}.data`, {
      method: "POST",
      headers: FORM_TYPE,
      body: "theme=night",
    });
    expect([status, headers["set-cookie"]?.join()]).toEqual([
      202,
      expect.stringContaining("night"),
    ]);
  });
});

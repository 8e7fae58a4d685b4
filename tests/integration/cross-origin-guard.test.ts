import { describe, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { bothServers } from "./shared-server";

const FORM = "theme=night";
const FORM_HEADERS = { "Content-Type": "application/x-www-form-urlencoded" };
const TRIPS_CSV = "/pulsescout/dashboard/trips.csv";

/** Every kind of URL at which Remix passes a POST to an action. */
const TARGETS = {
  document: "/pulsescout/dashboard?index",
  "single fetch": "/pulsescout/dashboard/theme.data",
  "resource route": "/pulsescout/dashboard/theme",
};

/** One example for each check of the guard. The unit test has the complete table. */
const FOREIGN: Record<string, string>[] = [
  { "Sec-Fetch-Site": "cross-site", Origin: "https://pulse.example.com" },
  { Origin: "https://evil.test", "X-Forwarded-Host": "evil.test" },
  { Origin: "null" },
];

describe.each(await bothServers())("the cross-origin guard under %s", (_, server) => {
  const post = (path: string, headers: Record<string, string>) =>
    rawRequest(server.url, path, {
      method: "POST",
      headers: { ...FORM_HEADERS, ...headers },
      body: FORM,
    });

  it.each(Object.entries(TARGETS))("accepts only this site's posts to a %s", async (_, path) => {
    for (const headers of FOREIGN) {
      const answer = await post(path, headers);
      expect(answer.status).toBe(403);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.headers.vary).toContain("Sec-Fetch-Site, Origin");
      expect(answer.body).toContain("This form was sent from another site");
    }
    const sameOrigin = [
      { "Sec-Fetch-Site": "same-origin", Origin: "null" },
      { Origin: "https://pulse.example.com" },
      { Origin: server.url },
    ];
    for (const headers of sameOrigin) {
      const { status, headers: responseHeaders } = await post(path, headers);
      expect(status).not.toBe(403);
      expect(status).toBeLessThan(500);
      if (path.includes("/theme")) expect(responseHeaders["set-cookie"]).toBeDefined();
    }
  });

  it("lets other sites link to pages and downloads, but not embed or fetch a download", async () => {
    const headers = { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.test" };
    const statusOf = async (path: string, destination: string) =>
      (
        await rawRequest(server.url, path, {
          headers: { ...headers, "Sec-Fetch-Dest": destination },
        })
      ).status;
    expect((await rawRequest(server.url, "/", { headers })).status).toBe(200);
    expect(await statusOf(TRIPS_CSV, "document")).not.toBe(403);
    for (const destination of ["iframe", "image", "empty"])
      expect(await statusOf(TRIPS_CSV, destination)).toBe(403);
  });
});

import { describe, expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { bothServers } from "./shared-server";

const FORM = "theme=night";
const FORM_HEADERS = { "Content-Type": "application/x-www-form-urlencoded" };
const TRIPS_CSV = "/pulsescout/dashboard/trips.csv";

/** Every way in which Remix lets a post reach an action. */
const TARGETS = {
  document: "/pulsescout/dashboard?index",
  "single fetch": "/pulsescout/dashboard/theme.data",
  "resource route": "/pulsescout/dashboard/theme",
};

/** One header for each way of judging; the unit test has the table of all. */
const FOREIGN: Record<string, string>[] = [
  { "Sec-Fetch-Site": "cross-site", Origin: "https://pulse.example.com" },
  { Origin: "https://evil.test", "X-Forwarded-Host": "evil.test" },
  { Origin: "null" },
];

describe.each(await bothServers())("form posts under %s", (_, server) => {
  const post = (path: string, headers: Record<string, string>) =>
    rawRequest(server.url, path, {
      method: "POST",
      headers: { ...FORM_HEADERS, ...headers },
      body: FORM,
    });

  it.each(Object.entries(TARGETS))("to a %s are accepted from this site alone", async (_, path) => {
    for (const headers of FOREIGN) {
      const answer = await post(path, headers);
      expect(answer.status).toBe(403);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.headers.vary).toContain("Sec-Fetch-Site, Origin");
      expect(answer.body).toContain("This form was sent from another site");
    }
    const ours = [
      { "Sec-Fetch-Site": "same-origin", Origin: "null" },
      { Origin: "https://pulse.example.com" },
      { Origin: server.url },
    ];
    for (const headers of ours) {
      const { status, headers: answered } = await post(path, headers);
      expect(status).not.toBe(403);
      expect(status).toBeLessThan(500);
      if (path.includes("/theme")) expect(answered["set-cookie"]).toBeDefined();
    }
  });

  it("are guarded, and of reads those that another site's page makes for itself", async () => {
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

import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { bothServers } from "./shared-server";

/** Every kind of URL at which Remix passes a POST to an action. */
const TARGETS = [
  "/pulsescout/dashboard?index",
  "/pulsescout/dashboard/theme.data",
  "/pulsescout/dashboard/theme",
];

/** One example for each check of the guard. The unit test has the complete table. */
const FOREIGN: Record<string, string>[] = [
  { "Sec-Fetch-Site": "cross-site", Origin: "https://pulse.example.com" },
  { Origin: "https://evil.test", "X-Forwarded-Host": "evil.test" },
  { Origin: "null" },
];
const OURS: Record<string, string>[] = [
  { "Sec-Fetch-Site": "same-origin", Origin: "null" },
  { Origin: "https://pulse.example.com" },
];

it.each(await bothServers())(
  "under %s only this site's posts reach an action",
  async (_, server) => {
    const type = { "Content-Type": "application/x-www-form-urlencoded" };
    const post = (path: string, headers: Record<string, string>) => {
      const form = { method: "POST", body: "theme=night" };
      return rawRequest(server.url, path, { ...form, headers: { ...type, ...headers } });
    };
    for (const path of TARGETS) {
      for (const headers of FOREIGN) {
        const answer = await post(path, headers);
        expect(answer.status).toBe(403);
        expect(answer.headers["set-cookie"]).toBeUndefined();
        expect(answer.headers.vary).toContain("Sec-Fetch-Site, Origin");
        expect(answer.body).toContain("This form was sent from another site");
      }
      for (const headers of [...OURS, { Origin: server.url }]) {
        const { status, headers: answered } = await post(path, headers);
        expect([200, 202, 303, 405]).toContain(status);
        if (path.includes("/theme")) expect(answered["set-cookie"]).toBeDefined();
      }
    }
  },
);

it("other sites may link to a download, but not embed it", async () => {
  const [[, { url }]] = await bothServers();
  const statusOf = async (destination: string) => {
    const headers = { "Sec-Fetch-Site": "cross-site", "Sec-Fetch-Dest": destination };
    return (await rawRequest(url, "/pulsescout/dashboard/trips.csv", { headers })).status;
  };
  expect([await statusOf("document"), await statusOf("image")]).toEqual([200, 403]);
});

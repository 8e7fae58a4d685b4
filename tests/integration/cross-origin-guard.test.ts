import { beforeAll, describe, expect, it } from "vitest";
import type { BuiltServer } from "../support/built-server";
import { rawRequest } from "../support/raw-request";
import { sharedServer } from "./shared-server";

const FORM = "theme=night";
const FORM_HEADERS = {
  "Content-Type": "application/x-www-form-urlencoded",
  // Node announces the body of a DELETE in no other way.
  "Content-Length": FORM.length,
};

/** Every way in which Remix lets a post reach an action. */
const TARGETS = {
  document: "/pulsescout/dashboard?index",
  "single fetch": "/pulsescout/dashboard/theme.data",
  "resource route": "/pulsescout/dashboard/theme",
};

const FOREIGN = {
  "Sec-Fetch-Site cross-site": { "Sec-Fetch-Site": "cross-site" },
  "Sec-Fetch-Site same-site": { "Sec-Fetch-Site": "same-site" },
  "Sec-Fetch-Site cross-site under our own Origin": {
    "Sec-Fetch-Site": "cross-site",
    Origin: "https://pulse.example.com",
  },
  "another Origin": { Origin: "https://evil.test" },
  "another Origin and a forged forwarded host": {
    Origin: "https://evil.test",
    "X-Forwarded-Host": "evil.test",
  },
  "Origin null": { Origin: "null" },
  "another Referer": { Referer: "https://evil.test/form" },
};

const OURS = {
  "Sec-Fetch-Site same-origin": { "Sec-Fetch-Site": "same-origin" },
  "Sec-Fetch-Site same-origin with Origin null": {
    "Sec-Fetch-Site": "same-origin",
    Origin: "null",
  },
  "Sec-Fetch-Site none": { "Sec-Fetch-Site": "none" },
  "the site's Origin, behind a proxy that keeps its own Host": {
    Origin: "https://pulse.example.com",
  },
  "no header at all": {},
};

describe.each(["main", "remix-serve"] as const)("form posts under %s", (under) => {
  let server: BuiltServer;
  beforeAll(async () => {
    server = await sharedServer(under);
  });

  const post = (path: string, headers: Record<string, string>, method = "POST") =>
    rawRequest(server.url, path, { method, headers: { ...FORM_HEADERS, ...headers }, body: FORM });

  describe.each(Object.entries(TARGETS))("to a %s", (_kind, path) => {
    it.each(Object.entries(FOREIGN))("are refused with %s", async (_name, headers) => {
      const answer = await post(path, headers);
      expect(answer.status).toBe(403);
      expect(answer.headers["set-cookie"]).toBeUndefined();
      expect(answer.headers.vary).toContain("Sec-Fetch-Site, Origin");
      expect(answer.body).toContain("This form was sent from another site");
    });

    it.each(Object.entries(OURS))("go through with %s", async (_name, headers) => {
      const answer = await post(path, headers);
      expect(answer.status).not.toBe(403);
      expect(answer.status).toBeLessThan(500);
      if (path.includes("/theme")) expect(answer.headers["set-cookie"]).toBeDefined();
    });

    it("go through from the host asked for", async () => {
      const { status } = await post(path, { Origin: server.url });
      expect(status).not.toBe(403);
      expect(status).toBeLessThan(500);
    });
  });

  it("reach nothing by an old data request", async () => {
    const path = "/pulsescout/dashboard/theme?_data=routes%2Fdashboard-theme";
    expect((await post(path, FOREIGN["Origin null"])).status).toBe(403);
    const ours = await post(path, OURS["Sec-Fetch-Site same-origin"]);
    expect(ours.status).toBe(404);
    expect(ours.headers["set-cookie"]).toBeUndefined();
  });

  it.each(["PUT", "PATCH", "DELETE"])("are refused as %s too", async (method) => {
    expect(
      (await post("/pulsescout/dashboard/theme", FOREIGN["another Origin"], method)).status,
    ).toBe(403);
  });

  it("leave reading to everyone", async () => {
    const { status } = await rawRequest(server.url, "/", {
      headers: { "Sec-Fetch-Site": "cross-site", Origin: "https://evil.test" },
    });
    expect(status).toBe(200);
  });
});

import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { EVERY_PAGE } from "../every-page";
import { startBuiltServer, WITHOUT_UPSTREAM, type BuiltServer } from "./built-server";
import { attribute, htmlProblems, parseHtml } from "./html-document";
import { rawRequest } from "./raw-request";

const FOREIGN = { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } };

/** Every error page, by what asks for it: its status and title. */
const ERRORS: [path: string, status: number, title: string, options?: object][] = [
  ["/no/such/page", 404, "Page Not Found"],
  ["/ref", 404, "Page Not Found"],
  ["/ref/", 404, "Page Not Found"],
  ["/blogs", 405, "Something went wrong", { method: "POST" }],
  ["/pulsescout/dashboard?tab=trip", 405, "Something went wrong", { method: "POST" }],
  ["/sitemap.xml.data", 404, "There is nothing at this address"],
  ["/%", 400, "This address cannot be read"],
  ["/contactus", 403, "This form was sent from another site", FOREIGN],
];

/** Every page with a screen of the product, errors included. */
const SCREENS = [...EVERY_PAGE, "/contactus?audience=individual", "/ref/", "/no/such/page"];

let server: BuiltServer;
beforeAll(async () => {
  server = await startBuiltServer({ env: { ...WITHOUT_UPSTREAM, SITE_NAME: "Ring Road" } });
});
afterAll(() => server.kill());

describe("an error page", () => {
  it.each(ERRORS)(
    "at %s has status %d and is titled '%s'",
    async (path, status, title, options) => {
      const answer = await rawRequest(server.url, path, options);
      expect(answer.status).toBe(status);
      const root = await parseHtml(answer.body);
      const named = (name: string) =>
        attribute(root.querySelector(`meta[name="${name}"]`), "content");
      expect(root.querySelectorAll("title").map((one) => one.textContent)).toEqual([
        `${title} | Ring Road`,
      ]);
      expect(named("description")).toMatch(/^[A-Z].+\.$/);
      expect(named("robots")).toBe("noindex");
      expect(root.querySelector('link[rel="canonical"]')).toBeNull();
      expect(await htmlProblems(answer.body)).toEqual([]);
    },
  );
});

describe.each(SCREENS)("%s", (path) => {
  it("has one area for messages, and one motion switch in its header", async () => {
    const { body } = await rawRequest(server.url, path);
    const root = await parseHtml(body);
    expect(root.querySelectorAll("[data-toasts]")).toHaveLength(1);
    const switches = root.querySelectorAll('header [role="switch"]');
    expect(switches.map((one) => attribute(one, "aria-label"))).toEqual(["Pause motion"]);
  });

  it("says whether anything may move before it is painted", async () => {
    const { body } = await rawRequest(server.url, path);
    const head = body.slice(0, body.indexOf("</head>"));
    expect(head).toMatch(/<script[^>]*>document\.documentElement\.dataset\.motion=/);
  });
});

import { expect, it } from "vitest";
import { createSessionCookie } from "server/deletion/session.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import { attribute, htmlProblems, parseHtml, textOf, textsOf } from "./html-document";
import { rawRequest } from "../support/raw-request";
import { SHARED, sharedServer } from "./shared-server";

const FOREIGN = { method: "POST", headers: { "Sec-Fetch-Site": "cross-site" } };

/** A request for each error page, with the expected status and title. */
const ERRORS: [path: string, status: number, title: string, options?: object][] = [
  ["/no/such/page", 404, "Page Not Found"],
  ["/ref/", 404, "Page Not Found"],
  ["/blogs", 405, "Something went wrong", { method: "POST" }],
  ["/pulsescout/dashboard?tab=trip", 405, "Something went wrong", { method: "POST" }],
  ["/sitemap.xml.data", 404, "There is nothing at this address"],
  ["/%", 400, "This address cannot be read"],
  ["/contactus", 403, "This form was sent from another site", FOREIGN],
];

const server = await sharedServer();

it.each(ERRORS)("the answer to %s is an error page of status %d", async (...error) => {
  const [path, status, title, options] = error;
  const answer = await rawRequest(server.url, path, options);
  expect(answer.status).toBe(status);
  const root = await parseHtml(answer.body);
  const metaContent = (name: string) =>
    attribute(root.querySelector(`meta[name="${name}"]`), "content");
  expect(textsOf(root, "title")).toEqual([`${title} | Ring Road`]);
  expect(metaContent("description")).toMatch(/^[A-Z].+\.$/);
  expect(metaContent("robots")).toBe("noindex");
  expect(root.querySelector('link[rel="canonical"]')).toBeNull();
  expect(await htmlProblems(answer.body)).toEqual([]);
});

it("without scripts Go Back opens the home page, because the history cannot be used", async () => {
  const { body } = await rawRequest(server.url, "/no/such/page");
  const form = (await parseHtml(body)).querySelector("main form");
  expect([attribute(form, "action"), attribute(form, "method")]).toEqual(["/", undefined]);
  const button = form?.querySelector("button") ?? null;
  expect([textOf(button), attribute(button, "type")]).toEqual(["Go Back", "submit"]);
});

it("the dashboard has its own error page: navigation, an explanation, a reference, and Retry for the same view", async () => {
  const path = "/pulsescout/dashboard?tab=trip&page=2";
  const { headers, body } = await rawRequest(server.url, path, { method: "POST" });
  const root = await parseHtml(body);
  expect(root.querySelectorAll('nav[aria-label="Dashboard"] a')).toHaveLength(2);
  expect(textsOf(root, "main h1")).toEqual(["Trip Summary"]);
  expect(textsOf(root, 'main [role="alert"] h2')).toEqual(["Something went wrong"]);
  expect(textsOf(root, "main #reference")).toEqual([headers["x-request-id"]]);
  expect(textsOf(root, "main form button")).toEqual(["Retry"]);
  const fields = root.querySelectorAll("main form input");
  expect(attribute(root.querySelector("main form"), "action")).toBe("/pulsescout/dashboard");
  expect(fields.map((node) => [attribute(node, "name"), attribute(node, "value")])).toEqual([
    ["tab", "trip"],
    ["page", "2"],
  ]);
});

it("the deletion page has its own error page: an explanation, the consequences, a reference, and links", async () => {
  const headers = { Cookie: await sessionThatCannotBeShown() };
  const path = "/pulsescout/delete-user";
  const answer = await rawRequest(server.url, path, { headers });
  expect(answer.status).toBe(500);
  const main = (await parseHtml(answer.body)).querySelector("main");
  expect(textOf(main)).toContain("The page could not be made. Try again in a moment.");
  expect(textOf(main)).toContain("If you pressed Delete, your account may have been deleted.");
  const links = main?.querySelectorAll("a") ?? [];
  expect(links.map((node) => [textOf(node), attribute(node, "href")])).toEqual([
    ["Try again", path],
    ["help@pulse.example", "mailto:help@pulse.example"],
  ]);
  const reference = textOf(main?.querySelector("#reference"));
  expect(reference).toBe(answer.headers["x-request-id"]);
  // Only the log contains the details of the error.
  expect(answer.body).not.toContain("RangeError");
  const isOwn = (line: string) => line.includes(reference) && line.includes("RangeError");
  await expect.poll(() => server.lines.some(isOwn)).toBe(true);
});

/** A correctly sealed session whose date is out of range, so that rendering it throws. */
async function sessionThatCannotBeShown(): Promise<string> {
  const cookie = createSessionCookie([SHARED.SESSION_SECRET]);
  const until = Date.now() + 60_000;
  const session = { at: "done", id: "an id", deletedAt: 1e300, until } as const;
  const context = { ...sharedContext("r"), secureCookies: true };
  const [sealed = ""] = (await withRequestContext(context, () => cookie.write(session))).split(";");
  return sealed;
}

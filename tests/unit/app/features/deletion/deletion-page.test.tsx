import { renderToStaticMarkup } from "react-dom/server";
import {
  createStaticHandler,
  createStaticRouter,
  StaticRouterProvider,
} from "react-router-dom/server.js";
import { expect, it } from "vitest";
import { catalogueOf } from "~/content/catalogues.server";
import { DeletionPage } from "~/features/deletion/deletion-page";
import { LAYOUT } from "~/features/deletion/page-language";
import type { DeletionPage as Page } from "server/deletion/page.server";

const NOW = Date.UTC(2026, 10, 21, 3, 25);
const AT = Date.UTC(2027, 1, 19, 3, 25);
const session = "DEL-7K3F-9QXM";
const code = { at: "code", maskedPhone: "", goodUntil: AT, resendAt: AT, triesLeft: 1 } as const;

/** The HTML of a place, as a browser without scripts gets it. */
async function htmlOf(place: Page["place"], problem: Page["problem"] = null, code = "en") {
  const page = { place, problem, session, press: "", now: NOW, erasedAt: AT, typed: "" };
  const element = <DeletionPage page={{ ...page, maybeDeleted: null }} sandbox={false} />;
  const routes = [{ id: LAYOUT, path: "/", loader: () => catalogueOf(code), element }];
  const context = await createStaticHandler(routes).query(new Request("http://x.test/"));
  if (context instanceof Response) throw new Error("a redirect");
  const router = createStaticRouter(routes, context);
  const provided = { router, context, hydrate: false };
  return renderToStaticMarkup(<StaticRouterProvider {...provided} />);
}

it("without scripts Resend can be pressed, beside the time from which it works", async () => {
  const html = await htmlOf(code);
  expect(html).toContain("19 Feb 2027, 08:55:00 IST");
  expect(html).not.toContain('disabled=""');
});

it("the calendar file of a receipt stands at the erasure, with the reference number", async () => {
  const html = await htmlOf({ at: "done", deletedAt: NOW });
  const lines = ["DTSTART:20270219T032500Z", `DESCRIPTION:Reference number ${session}.`];
  for (const line of lines) expect(html).toContain(encodeURIComponent(`\r\n${line}\r\n`));
});

it.each([
  ["not-registered", "leave"],
  ["reactivation", "start-over"],
] as const)("the first button of %s is that of the form %s", async (at, intent) => {
  const html = await htmlOf({ at, daysRemaining: 60 } as Page["place"]);
  expect(/data-actions.*?name="intent" value="([\w-]+)"/.exec(html)?.[1]).toBe(intent);
});

it.each([
  ["limit.codes", "You can ask for the next code at"],
  ["limit.verify", "You can try again at"],
] as const)("after %s the page says from when one can go on: %s", async (message, sentence) => {
  expect(await htmlOf(code, { message, retryAt: AT })).toContain(sentence);
});

it("what the auth API says of a deletion is quoted beside our sentence", async () => {
  const html = await htmlOf(code, { message: "delete.failed", said: "It was not deleted" });
  expect(html).toMatch(/Failed to delete account.*<q[^>]*>It was not deleted<\/q>/);
  expect(await htmlOf(code, { message: "verify.failed", said: "No" }, "hi")).toMatch(/<q[^>]*>No</);
});

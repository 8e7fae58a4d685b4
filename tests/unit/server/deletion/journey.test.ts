import { beforeEach, expect, it, vi } from "vitest";
import type { AuthApi } from "server/upstream/auth-api.server";
import {
  CODE,
  createSite,
  failing,
  holding,
  PHONE,
  REFERENCE,
  START,
  timeout,
  TOKEN,
  UNSTATED,
  ways,
} from "./deletion-visitor";

const DAY_MS = 86_400_000;

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date"] }));

it("a sign-in that is no longer accepted leads to a new code to the same number", async () => {
  const site = createSite();
  const browser = site.browser();
  await ways["signed-out"]?.(site, browser);
  vi.setSystemTime(START + 61_000);
  expect((await browser.presses("resend")).page.place.at).toBe("code");
  expect(site.calls.at(-1)).toBe(`send +91${PHONE}`);
  expect((await browser.presses("verify", { otp: CODE })).page.maybeDeleted).toBeNull();
});

it("a deletion ends with a receipt, and copies of its cookies show the first step", async () => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachCode();
  const copies = [browser.copy()];
  await browser.presses("verify", { otp: CODE });
  await browser.presses("reasons", { reason: "others", others: "Too far" });
  copies.push(browser.copy());
  const { page, headers } = await browser.presses("delete");
  expect(site.calls).toEqual([`send +91${PHONE}`, `verify ${CODE}`, `delete ${TOKEN} Too far`]);
  expect(page).toMatchObject({
    place: { at: "done", deletedAt: START },
    erasedAt: START + 90 * DAY_MS,
  });
  expect(headers.get("Clear-Site-Data")).toBe('"storage"');
  expect((await browser.visits()).headers.get("Cache-Control")).toBe("no-store");
  for (const copy of copies) {
    expect((await copy.opens()).place.at).toBe("phone");
    const { page: refused, status } = await copy.presses("delete");
    expect([status, refused.place.at]).toEqual([409, "phone"]);
  }
  expect(site.calls).toHaveLength(3);
});

it("the same press within a minute is one call and one answer; afterwards its deletion may have happened", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachConfirm();
  const [tab, again] = [browser.copy(), browser.copy()];
  const both = await Promise.all([browser, tab].map((one) => one.presses("delete", {}, page)));
  expect(both.map((answer) => answer.page.place.at)).toEqual(["done", "done"]);
  const { session } = page;
  // The holder of a copied session does not know the page.
  const stranger = await again.presses("delete", {}, { session, press: "guessed" });
  expect(stranger).toMatchObject({ status: 409, page: { place: { at: "phone" } } });
  vi.setSystemTime(START + 61_000);
  const late = await again.presses("delete", {}, page);
  expect(late).toMatchObject({ status: 409, page: { place: { at: "phone" } } });
  expect(late.page.maybeDeleted).toMatch(REFERENCE);
  expect(site.calls.filter((call) => call.startsWith("delete"))).toHaveLength(1);
});

it("a browser that keeps no cookies is told so at the next step", async () => {
  const site = createSite();
  const browser = site.browser(new Map(), false);
  const { page } = await browser.reachCode();
  expect(page).toMatchObject({
    place: { at: "phone" },
    problem: { message: "problem.no-session" },
  });
  for (const step of ["reasons", "confirm", "signed-out", "reactivation"])
    expect((await browser.opens(step)).problem?.message).toBe("problem.no-session");
  expect((await browser.opens("nonsense")).problem).toBeNull();
});

it("a code is good for ten minutes, and Resend then sends a new one to the same number", async () => {
  const site = createSite();
  const browser = site.browser();
  const { session } = (await browser.reachCode()).page;
  vi.setSystemTime(START + 600_000);
  const expired = { place: { at: "code" }, problem: { message: "problem.expired" } };
  expect(await browser.opens()).toMatchObject(expired);
  expect(await browser.presses("verify", { otp: CODE })).toMatchObject({
    status: 409,
    page: expired,
  });
  expect((await browser.presses("resend")).page).toMatchObject({
    place: { at: "code" },
    problem: null,
    session,
  });
  expect(site.calls).toEqual([`send +91${PHONE}`, `send +91${PHONE}`]);
});

it("a session ends after fifteen minutes, and says so at the first step", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachReasons();
  vi.setSystemTime(START + 900_000);
  const answer = await browser.presses("reasons", { reason: "privacy" }, page);
  expect(answer).toMatchObject({
    status: 409,
    page: {
      place: { at: "phone" },
      problem: { message: "problem.ended" },
      maybeDeleted: null,
    },
  });
});

it("after a lost Delete every address shows the confirmation that says so, and a later answer without a moment gives no date", async () => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachConfirm();
  failing(site, "deleteProfile", timeout);
  await browser.presses("delete");
  expect(await browser.opens("phone")).toMatchObject({
    place: { at: "confirm", phoneEnd: PHONE.slice(6) },
    maybeDeleted: expect.stringMatching(REFERENCE) as string,
  });
  site.api.deleteProfile = () => Promise.resolve(UNSTATED);
  const { page } = await browser.presses("delete", {}, await browser.opens("confirm"));
  expect(page).toMatchObject({ place: { at: "done", deletedAt: null }, erasedAt: null });
});

it("a browser that did not get the answer to its Delete is told at every load; another is not", async () => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachConfirm();
  const held = holding(site, "deleteProfile");
  const lost = browser.copy();
  const running = browser.presses("delete");
  const { resolve } = await held;
  expect((await lost.opens()).maybeDeleted).toMatch(REFERENCE);
  resolve(UNSTATED);
  await running;
  for (const step of ["confirm", undefined]) {
    const page = await lost.opens(step);
    expect(page).toMatchObject({ place: { at: "phone" }, problem: null });
    expect(page.maybeDeleted).toMatch(REFERENCE);
  }
  lost.jar.delete("__Host-pulse-deletion-browser");
  expect(await lost.opens()).toMatchObject({ place: { at: "phone" }, maybeDeleted: null });
});

it.each<[string, Awaited<ReturnType<AuthApi["deleteProfile"]>>, number | null]>([
  ["not stated", UNSTATED, START],
  ["stated", { isStated: true, deletedAt: START - 1000 }, START - 1000],
  ["a minute ahead of our clock", { isStated: true, deletedAt: START + 60_000 }, START],
  ["in the future", { isStated: true, deletedAt: START + 19_800_000 }, null],
  ["long before", { isStated: true, deletedAt: START - DAY_MS }, null],
  ["not a moment", { isStated: true, deletedAt: null }, null],
])("the moment of a deletion that is %s", async (_, answer, shown) => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachConfirm();
  site.api.deleteProfile = () => Promise.resolve(answer);
  const { page } = await browser.presses("delete");
  expect(page.place).toMatchObject({ at: "done", deletedAt: shown });
  expect(page.erasedAt).toBe(shown && shown + 90 * DAY_MS);
});

it.each<[string, number | null, number | null, number | null]>([
  ["30 days ago", START - 30 * DAY_MS, 60, START + 60 * DAY_MS],
  ["a moment longer ago", START - 30 * DAY_MS - 1, 60, START + 60 * DAY_MS - 1],
  ["not stated", null, null, null],
  ["in the future", START + 7 * DAY_MS, null, null],
  ["more than 90 days ago", START - 91 * DAY_MS, 0, null],
])("a reactivation of a deletion that is %s", async (_, deletedAt, days, erasedAt) => {
  const site = createSite();
  site.api.sendOtp = () => Promise.resolve({ sessionId: "one", deletedBefore: { deletedAt } });
  const { page } = await site.browser().reachCode();
  expect(page).toMatchObject({ place: { at: "reactivation", daysRemaining: days }, erasedAt });
});

it("refused reasons are shown as they were sent", async () => {
  const browser = createSite().browser();
  await browser.reachReasons();
  const others = "x".repeat(301);
  const long = await browser.presses("reasons", { reason: "others", others });
  expect(long).toMatchObject({
    status: 400,
    page: { place: { at: "reasons", chosen: ["others"], others }, problem: { field: "others" } },
  });
  const none = await browser.presses("reasons", { others: "Too far" });
  expect(none).toMatchObject({
    status: 400,
    page: { place: { at: "reasons", others: "Too far" }, problem: { field: "reasons" } },
  });
});

it("instances share finished deletions, and go on alone while they cannot", async () => {
  const marks = new Set<string>();
  let isAway = false;
  const shared = {
    mark: (name: string, ms: number) => Promise.resolve(ms === 900_000 && marks.add(name)),
    isMarked: (name: string) =>
      isAway ? Promise.reject(new Error("away")) : Promise.resolve(marks.has(name)),
  };
  const [one, other] = [createSite(shared), createSite(shared)];
  const browser = one.browser();
  await browser.reachConfirm();
  const copy = other.browser(new Map(browser.jar));
  await browser.presses("delete");
  expect((await copy.opens()).place.at).toBe("phone");
  isAway = true;
  expect((await copy.opens()).place.at).toBe("confirm");
});

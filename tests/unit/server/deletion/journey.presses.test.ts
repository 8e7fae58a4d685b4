import { beforeEach, expect, it, vi } from "vitest";
import { memoryBounds } from "server/process/memory-bounds.server";
import {
  CODE,
  createSite,
  failing,
  holding,
  http,
  OTHER_PHONE,
  PHONE,
  START,
  timeout,
  UNSTATED,
} from "./deletion-visitor";

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date"] }));

it("a late answer does not replace the cookie of a newer session", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachConfirm();
  const held = holding(site, "deleteProfile");
  const slow = browser.presses("delete", {}, page);
  const { resolve } = await held;
  await browser.presses("send", { phone: OTHER_PHONE });
  resolve(UNSTATED);
  const { page: receipt, to } = await slow;
  expect([to, receipt.place.at, receipt.problem]).toEqual([null, "done", null]);
  expect(receipt.session).toBe(page.session);
  expect(await browser.opens()).toMatchObject({
    place: { at: "code", maskedPhone: "+91 ••••• ••417" },
  });
});

it("two Deletes under way, from a page and its reload, both lead to the receipt", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachConfirm();
  const presses = [];
  for (const from of [page, await browser.opens()]) {
    const held = holding(site, "deleteProfile");
    presses.push({ pressed: browser.copy().presses("delete", {}, from), ...(await held) });
  }
  for (const { resolve, pressed } of presses) {
    resolve(UNSTATED);
    expect(await pressed).toMatchObject({ status: 303, page: { place: { at: "done" } } });
  }
});

it("a late code does not replace a receipt", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachConfirm();
  const held = holding(site, "sendOtp");
  const slow = browser.presses("send", { phone: OTHER_PHONE });
  const { resolve } = await held;
  await browser.presses("delete", {}, page);
  resolve({ sessionId: "late", deletedBefore: null });
  expect((await slow).status).toBe(409);
  expect((await browser.opens()).place.at).toBe("done");
});

it("a late code of a browser without a session does not replace that of another tab", async () => {
  const site = createSite();
  const browser = site.browser();
  const page = await browser.opens();
  const { sendOtp } = site.api;
  const held = holding(site, "sendOtp");
  const slow = browser.presses("send", { phone: PHONE }, page);
  const { resolve } = await held;
  site.api.sendOtp = sendOtp;
  await browser.reachCode(OTHER_PHONE);
  resolve({ sessionId: "late", deletedBefore: null });
  expect((await slow).status).toBe(409);
  expect((await browser.opens()).place).toMatchObject({ maskedPhone: "+91 ••••• ••417" });
});

it("who corrects a number while its code is being sent gets the code of the second", async () => {
  const site = createSite();
  const browser = site.browser();
  const page = await browser.opens();
  const begin = async (phone: string) => {
    const held = holding(site, "sendOtp");
    const pressed = browser.presses("send", { phone }, page);
    return { pressed, ...(await held) };
  };
  const sends = [await begin(PHONE), await begin(OTHER_PHONE)];
  for (const [index, { resolve, pressed }] of sends.entries()) {
    resolve({ sessionId: `of ${index}`, deletedBefore: null });
    await pressed;
  }
  expect((await browser.opens()).place).toMatchObject({ maskedPhone: "+91 ••••• ••417" });
});

it("a late refusal is told at the first step, which belongs to no session", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachCode();
  const held = holding(site, "verifyOtp");
  const slow = browser.presses("verify", { otp: CODE }, page);
  const { reject } = await held;
  await browser.presses("send", { phone: OTHER_PHONE });
  reject(timeout);
  const { page: late, status } = await slow;
  expect([status, late.place.at]).toEqual([409, "phone"]);
});

it("a code that comes after another page has verified the number replaces nothing", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachCode();
  vi.setSystemTime(Date.now() + 60_000);
  const held = holding(site, "sendOtp");
  const slow = browser.presses("resend", {}, page);
  const { resolve } = await held;
  await browser.presses("verify", { otp: CODE }, page);
  resolve({ sessionId: "two", deletedBefore: null });
  expect((await slow).status).toBe(409);
  expect((await browser.opens()).place.at).toBe("reasons");
});

it("the first press, repeated after the receipt, leads back to no finished session", async () => {
  const site = createSite();
  const browser = site.browser();
  const page = await browser.opens();
  await browser.presses("send", { phone: PHONE }, page);
  await browser.presses("verify", { otp: CODE });
  await browser.presses("reasons", { reason: "privacy" });
  await browser.presses("delete");
  await browser.presses("leave");
  const again = await browser.presses("send", { phone: PHONE }, page);
  expect(again).toMatchObject({ status: 429, page: { maybeDeleted: null } });
});

it("numbers and codes that cannot be any evict no kept answer", async () => {
  const { keptAnswers } = memoryBounds;
  const { bytes } = keptAnswers;
  Object.assign(keptAnswers, { bytes: bytes / 512 });
  const site = createSite();
  Object.assign(keptAnswers, { bytes });
  const browser = site.browser();
  const page = await browser.opens();
  const again = browser.copy();
  await browser.presses("send", { phone: PHONE }, page);
  for (const press of "abcd") {
    await site.browser().posts({ intent: "send", press, phone: "98765" });
  }
  expect((await again.presses("send", { phone: PHONE }, page)).page.place.at).toBe("code");
  expect(site.calls).toHaveLength(1);
});

it("the same press after the time at which to try again is another call", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachConfirm();
  failing(site, "deleteProfile", http(429, "", 5_000));
  await browser.presses("delete", {}, page);
  site.api.deleteProfile = () => Promise.resolve(UNSTATED);
  vi.setSystemTime(START + 5_000);
  expect((await browser.presses("delete", {}, page)).page.place.at).toBe("done");
});

it("posts that delete nothing do not evict the answer to a Delete", async () => {
  const site = createSite();
  const browser = site.browser();
  const { page } = await browser.reachConfirm();
  const again = browser.copy();
  await browser.presses("delete", {}, page);
  for (const stranger of [site.browser(), browser]) {
    for (let press = 0; press < 2_000; press += 1) {
      await stranger.posts({ intent: "delete", session: page.session, press: String(press) });
    }
  }
  expect((await again.presses("delete", {}, page)).page.place.at).toBe("done");
});

it("a session that was left goes on in the browser that has lost the answer to leaving it", async () => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachCode();
  const lost = browser.copy();
  await browser.presses("start-over");
  expect((await lost.copy().presses("start-over")).status).toBe(303);
  const verified = await lost.copy().presses("verify", { otp: CODE });
  expect(verified.page.place.at).toBe("reasons");
  expect((await lost.presses("send", { phone: OTHER_PHONE })).page.place.at).toBe("code");
});

it("the same press does not move a browser back that has gone on", async () => {
  const browser = createSite().browser();
  const { page } = await browser.reachCode();
  await browser.presses("verify", { otp: CODE }, page);
  await browser.presses("reasons", { reason: "privacy" });
  await browser.presses("delete");
  const again = await browser.presses("verify", { otp: CODE }, page);
  expect(again.page.place.at).toBe("done");
});

import { expect, it } from "vitest";
import { LONGEST_OTHERS, reasonIds } from "server/deletion/form-fields.server";
import { LONGEST_TOKEN } from "server/deletion/session.server";
import { CODE, createSite, failing, http, PHONE, TOKEN } from "./deletion-visitor";

it("a number that the auth API refuses may be sent again at once, and is not in the words shown", async () => {
  const site = createSite();
  failing(site, "sendOtp", http(400, `No WhatsApp at +91${PHONE}, try ${PHONE}1`));
  const { page } = await site.browser().reachCode();
  expect(page.problem?.said).toBe("No WhatsApp at •••, try •••1");
  site.api.sendOtp = () => Promise.resolve({ sessionId: "one", deletedBefore: null });
  expect((await site.browser().reachCode()).status).toBe(303);
});

it("the words of a success are not shown as an error, nor what must stay on the server", async () => {
  const site = createSite();
  const browser = site.browser();
  const { verifyOtp } = site.api;
  await browser.reachCode();
  failing(site, "verifyOtp", http(400, `No ${CODE} in the same for all`));
  const refused = await browser.presses("verify", { otp: CODE });
  expect(refused.page.problem?.said).toBe("No ••• in •••");
  Object.assign(site.api, { verifyOtp });
  await browser.presses("verify", { otp: CODE });
  await browser.presses("reasons", { reason: "privacy" });
  failing(site, "deleteProfile", http(500, `${"No ".repeat(70)}${TOKEN.slice(0, -1)}`));
  expect((await browser.presses("delete")).page.problem?.said).toBe(`${"No ".repeat(70)}•••`);
  failing(site, "deleteProfile", http(500, "Account deleted successfully"));
  const { page } = await browser.presses("delete");
  expect(page.problem).toMatchObject({ message: "delete.failed", said: undefined });
});

it("a token that does not fit into a cookie ends in a sentence; the longest that fits leads to the end", async () => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachCode();
  const verifyWith = (token: string) => {
    site.api.verifyOtp = () => Promise.resolve({ action: "login", token });
    return browser.presses("verify", { otp: CODE });
  };
  const { page, status } = await verifyWith("x".repeat(LONGEST_TOKEN - 1));
  expect([status, page.problem?.message]).toEqual([502, "problem.cannot-go-on"]);
  // A quote in a token takes two bytes.
  expect((await verifyWith('"'.repeat(LONGEST_TOKEN / 2))).status).toBe(502);
  await verifyWith("x".repeat(LONGEST_TOKEN - 2)); // and two quotes around it
  const { session, press } = await browser.opens();
  const all = [...reasonIds].map((reason) => ["reason", reason]);
  const others = "ॐ".repeat(LONGEST_OTHERS);
  await browser.posts([
    ["intent", "reasons"],
    ["session", session],
    ["press", press],
    ["others", others],
    ...all,
  ]);
  expect((await browser.opens()).place).toMatchObject({ at: "confirm", chosen: reasonIds, others });
});

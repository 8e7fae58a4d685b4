import { expect, it } from "vitest";
import { createSite, failing, http, PHONE } from "./deletion-visitor";

it("a number that the auth API refuses may be sent again at once, and is not in the words shown", async () => {
  const site = createSite();
  failing(site, "sendOtp", http(400, `No WhatsApp at +91${PHONE}, try ${PHONE}1`));
  const { page } = await site.browser().reachCode();
  expect(page.problem?.said).toBe("No WhatsApp at •••, try •••1");
  site.api.sendOtp = () => Promise.resolve({ sessionId: "one", deletedBefore: null });
  expect((await site.browser().reachCode()).status).toBe(303);
});

it("the words of a success are not shown as an error", async () => {
  const site = createSite();
  const browser = site.browser();
  await browser.reachConfirm();
  failing(site, "deleteProfile", http(500, "Account deleted successfully"));
  const { page } = await browser.presses("delete");
  expect(page.problem).toMatchObject({ message: "delete.failed", said: undefined });
});

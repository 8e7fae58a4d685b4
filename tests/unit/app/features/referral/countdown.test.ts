import { expect, it } from "vitest";
import { next } from "~/features/referral/countdown";

/** What leads up to it: tests/e2e/referral-page.spec.ts. */
it("a visitor can stay no more once the store is on its way", () => {
  expect(next({ at: "redirecting" }, "stay")).toEqual({ at: "redirecting" });
});

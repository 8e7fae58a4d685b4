import { expect, it } from "vitest";
import { next } from "~/features/referral/countdown";

/** The earlier stages are tested in tests/e2e/referral-page.spec.ts. */
it("a visitor cannot stop the countdown after the redirect to the store has begun", () => {
  expect(next({ at: "redirecting" }, "stay")).toEqual({ at: "redirecting" });
});

import { expect, it } from "vitest";
import { formatWait } from "~/features/deletion/remaining-time";
import { english } from "../../../../support/english-texts";

it("a wait is written in whole minutes, rounded up and at least one", () => {
  const waits = [0, 60_000, 60_001, 3_600_000].map((ms) => formatWait(english, ms));
  expect(waits).toEqual(["in 1 minute", "in 1 minute", "in 2 minutes", "in 60 minutes"]);
});

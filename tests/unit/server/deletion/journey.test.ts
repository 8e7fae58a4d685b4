import { describe, expect, it } from "vitest";
import { guard, intents, next, places, stepOf } from "server/deletion/journey.server";

describe("the deletion journey", () => {
  it("loses no code, no proof and no receipt to a sending limit", () => {
    for (const place of ["code", "reasons", "confirm", "done"] as const) {
      expect(next(place, "sending-limited")).toBe(place);
    }
    for (const place of ["phone", "not-registered", "reactivation", "locked", "expired"] as const) {
      expect(next(place, "sending-limited")).toBe("locked");
    }
  });

  it("runs a form only where it belongs, and shows the right page for every other", () => {
    const run = intents.map((intent) => [
      intent,
      places.filter((place) => guard(place, intent) === "run"),
    ]);
    expect(Object.fromEntries(run)).toEqual({
      send: places,
      resend: ["code"],
      verify: ["code"],
      reasons: ["reasons", "confirm"],
      cancel: ["confirm"],
      delete: ["confirm"],
      "start-over": places,
      leave: places,
    });
    const answered = (answer: string) =>
      places.flatMap((place) =>
        intents
          .filter((intent) => guard(place, intent) === answer)
          .map((intent) => `${intent} at ${place}`),
      );
    expect(answered("wait")).toEqual(["resend at locked", "verify at locked"]);
    expect(answered("ended")).toEqual([
      "resend at phone",
      "verify at phone",
      "reasons at phone",
      "cancel at phone",
      "delete at phone",
    ]);
  });

  it("moves the progress dots one step at a time", () => {
    expect([stepOf.phone, stepOf.code, stepOf.reasons, stepOf.done]).toEqual([1, 2, 3, 3]);
  });
});

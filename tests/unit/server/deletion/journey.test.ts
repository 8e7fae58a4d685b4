import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  events,
  guard,
  intents,
  next,
  places,
  stepOf,
  type JourneyEvent,
  type Place,
} from "server/deletion/journey.server";

const anyEvents = fc.array(fc.constantFrom(...events), { maxLength: 30 });

describe("the deletion journey", () => {
  it("deletes nothing that was not confirmed after a code was accepted, and can always begin anew", () => {
    fc.assert(
      fc.property(anyEvents, (happened) => {
        let place: Place = "phone";
        const since: JourneyEvent[] = [];
        for (const event of happened) {
          const before: Place = place;
          place = next(place, event);
          if (place === "code" && before !== "code") since.length = 0;
          if (place !== before) since.push(event);
          if (place === "done" && before !== "done") {
            expect(since).toContain("code-accepted");
            expect(since.at(-2)).toBe("reasons-given");
          }
        }
        expect(next(place, "started-over")).toBe("phone");
        expect(next(place, "code-sent")).toBe("code");
      }),
    );
  });

  it("loses no code, no proof and no receipt to a sending limit", () => {
    for (const place of ["code", "reasons", "confirm", "done"] as const) {
      expect(next(place, "sending-limited")).toBe(place);
    }
    for (const place of ["phone", "not-registered", "reactivation", "locked", "expired"] as const) {
      expect(next(place, "sending-limited")).toBe("locked");
    }
  });

  it("gives the same answer to the same event twice, so that a double submit changes nothing", () => {
    const repeatable = events.filter((event) => event !== "cancelled");
    for (const place of places) {
      for (const event of repeatable) {
        const once = next(place, event);
        expect(next(once, event)).toBe(once);
      }
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

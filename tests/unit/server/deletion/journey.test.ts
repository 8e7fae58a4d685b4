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

const anyPlace = fc.constantFrom(...places);
const anyEvents = fc.array(fc.constantFrom(...events), { maxLength: 30 });

const walk = (from: Place, happened: readonly JourneyEvent[]) => happened.reduce(next, from);

describe("the deletion journey", () => {
  it("leads through the three steps to the end", () => {
    const way: JourneyEvent[] = ["code-sent", "code-accepted", "reasons-given", "account-deleted"];
    expect(way.map((_, index) => walk("phone", way.slice(0, index + 1)))).toEqual([
      "code",
      "reasons",
      "confirm",
      "done",
    ]);
  });

  it("goes back from the confirmation to the reasons", () => {
    expect(next("confirm", "cancelled")).toBe("reasons");
  });

  it("deletes nothing that was not confirmed after a code was accepted, whatever happens in between", () => {
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
      }),
    );
  });

  it("can always be started over, and sending a number always begins anew", () => {
    fc.assert(
      fc.property(anyEvents, (happened) => {
        const place = walk("phone", happened);
        expect(next(place, "started-over")).toBe("phone");
        expect(next(place, "code-sent")).toBe("code");
        expect(guard(place, "send")).toBe("run");
        expect(guard(place, "start-over")).toBe("run");
      }),
    );
  });

  it("loses no code, no proof and no receipt to a sending limit", () => {
    for (const place of ["code", "reasons", "confirm", "done"] as const) {
      expect(next(place, "sending-limited")).toBe(place);
    }
    expect(next("phone", "sending-limited")).toBe("locked");
  });

  it("gives the same answer to the same event twice, so that a double submit changes nothing", () => {
    const repeatable = events.filter((event) => event !== "cancelled");
    fc.assert(
      fc.property(anyPlace, fc.constantFrom(...repeatable), (place, event) => {
        const once = next(place, event);
        expect(next(once, event)).toBe(once);
      }),
    );
  });

  it("runs a form only where it belongs, and shows the right page for every other", () => {
    const run = Object.fromEntries(
      intents.map((intent) => [intent, places.filter((place) => guard(place, intent) === "run")]),
    );
    expect(run).toEqual({
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
    expect(guard("done", "delete")).toBe("show");
  });

  it("moves the progress dots one step at a time", () => {
    expect([stepOf.phone, stepOf.code, stepOf.reasons, stepOf.done]).toEqual([1, 2, 3, 3]);
  });
});

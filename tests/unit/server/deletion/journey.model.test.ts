import fc from "fast-check";
import { beforeEach, expect, it, vi } from "vitest";
import { intents } from "server/deletion/form-fields.server";
import { placeOf, type Place, type VerifiedSession } from "server/deletion/places.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import {
  CODE,
  createPerson,
  DELETED,
  REGISTERED,
  START,
  UNKNOWN,
} from "../../../support/deletion-person";

const faults = [
  new UpstreamError("http", "", { status: 503 }),
  new UpstreamError("http", "No", { status: 422 }),
  new UpstreamError("timeout", ""),
  new UpstreamError("invalid", ""),
  new UpstreamError("busy", ""),
];

/** Places that a new start reaches from every place: the first step, a code, an account deleted before. */
const startPlaces: Place[] = ["phone", "code", "reactivation"];
const reachable: Record<Place, Place[]> = {
  phone: [...startPlaces, "locked"],
  code: [...startPlaces, "reasons", "not-registered", "locked", "expired"],
  reasons: [...startPlaces, "confirm"],
  confirm: [...startPlaces, "reasons", "done"],
  done: startPlaces,
  "not-registered": [...startPlaces, "locked"],
  reactivation: [...startPlaces, "locked"],
  locked: startPlaces,
  expired: [...startPlaces, "locked"],
};

beforeEach(() => void vi.useFakeTimers({ now: START }));

it("any sequence of forms leads only to reachable places, keeps the limits on codes and tries, and deletes only after a confirmation", async () => {
  const step = fc.record({
    intent: fc.constantFrom(...intents),
    phone: fc.constantFrom(REGISTERED, UNKNOWN, DELETED, "12"),
    otp: fc.constantFrom(CODE, CODE, "000000", "12"),
    reasons: fc.constantFrom<string[]>([], ["Privacy concerns"]),
    others: fc.constant(""),
    fault: fc.constantFrom(null, null, null, ...faults),
    wait: fc.constantFrom(0, 0, 61_000, 700_000),
  });
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
      // Hundreds of timers of earlier runs would slow down every move of the clock.
      vi.clearAllTimers();
      vi.setSystemTime(START);
      const person = createPerson();
      const { upstream, service } = person;
      for (const { wait, fault, ...form } of steps) {
        vi.advanceTimersByTime(wait);
        upstream.fail(fault);
        const before = await service.current(person.session);
        const deletions = upstream.deleted.length;
        await person.does(form.intent, form);
        const [from, to] = [placeOf(before), placeOf(person.session)];
        if (from !== to) expect(reachable[from], `from ${from}`).toContain(to);
        if (upstream.deleted.length > deletions) {
          // Only the place `confirm` deletes.
          expect((before as VerifiedSession).at).toBe("confirm");
        }
      }
      for (const { session } of upstream.tried) {
        const wrong = upstream.tried.filter((t) => t.session === session && t.otp !== CODE);
        expect(wrong.length).toBeLessThanOrEqual(5);
        const tries = upstream.reached.filter(({ about }) => about === session);
        expect(tries.length).toBeLessThanOrEqual(10);
      }
      for (const phone of [REGISTERED, UNKNOWN, DELETED]) {
        const times = upstream.sent.filter((sent) => sent.phone === phone).map((sent) => sent.at);
        times.forEach((at, index) => {
          expect(at - (times[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(60_000);
        });
      }
    }),
    { numRuns: 200 },
  );
});

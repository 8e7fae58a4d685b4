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

/** Where anybody can go who has nothing to lose: to a code, an account deleted before, the first step, or a wait. */
const anew: Place[] = ["phone", "code", "reactivation"];
const reachable: Record<Place, Place[]> = {
  phone: [...anew, "locked"],
  code: [...anew, "reasons", "not-registered", "locked", "expired"],
  reasons: [...anew, "confirm"],
  confirm: [...anew, "reasons", "done"],
  done: anew,
  "not-registered": [...anew, "locked"],
  reactivation: [...anew, "locked"],
  locked: anew,
  expired: [...anew, "locked"],
};

beforeEach(() => void vi.useFakeTimers({ now: START }));

it("any sequence of forms leads from each place to its neighbours, sends and tries no more than the limits, deletes only what was confirmed", async () => {
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
      // Those of the people before: hundreds, each looked at whenever the clock moves.
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
        const times = upstream.sent.filter((one) => one.phone === phone).map((one) => one.at);
        times.forEach((at, index) => {
          expect(at - (times[index - 1] ?? -Infinity)).toBeGreaterThanOrEqual(60_000);
        });
      }
    }),
    { numRuns: 200 },
  );
});

import type { CallEvent } from "./history";
import { grouped, SHARING, type Finding, type Recorded, type Rule } from "./record";

/** A limit counts a use shortly before its call is sent, at most an upstream's deadline (5 s) before. */
const [COUNTED_BEFORE_MS, COUNTED_AT_MOST_BEFORE_MS] = [1_000, 6_000];

const OTHER_INSTANCES = 2;

/** Faults that make the proxy choose another instance for a client's forms. */
const MOVING = ["moved", "freeze", "cut instance"];

/**
 * Finds calls beyond a limit. While instances cannot share counters, each allows half the limit on its own,
 * in addition to what was counted before; a killed instance loses its counts.
 *
 * @param isOneClient whether all calls come from one address, whose forms normally reach one instance
 */
function beyond(
  record: Recorded,
  calls: readonly CallEvent[],
  limit: { points: number; minutes: number; isOneClient?: boolean },
): Finding[] {
  const { points, minutes, isOneClient = false } = limit;
  return calls.flatMap(({ at, call, phone }, index) => {
    const since = at - minutes * 60_000 + COUNTED_AT_MOST_BEFORE_MS;
    const counted = calls.slice(0, index + 1).filter((earlier) => earlier.at > since);
    const during = (...kinds: string[]) =>
      record.during((counted[0]?.at ?? at) - COUNTED_BEFORE_MS, at, ...kinds).length;
    const areApart = during(...SHARING) > 0 && (!isOneClient || during(...MOVING) > 0);
    const others = areApart ? OTHER_INSTANCES + during("kill") : 0;
    const allowed = points + others * Math.ceil(points / 2);
    if (counted.length <= allowed) return [];
    const text = `${call} for ${phone}: ${counted.length} in ${minutes} min, ${allowed} are allowed`;
    return [{ at, text }];
  });
}

/** The limits are those of the contract. */
export const limitRules = {
  "no code beyond the limits"(record) {
    const sends = record.calls.filter(
      ({ call, answer }) => call === "send" && answer !== "refused",
    );
    const addressOf = ({ person = -1 }: CallEvent) => record.people.get(person)?.address;
    return [
      ...grouped(sends, ({ phone }) => phone).flatMap((calls) => [
        ...beyond(record, calls, { points: 1, minutes: 1 }),
        ...beyond(record, calls, { points: 5, minutes: 60 }),
      ]),
      ...grouped(sends, addressOf).flatMap((calls) =>
        beyond(record, calls, { points: 60, minutes: 60 }),
      ),
    ];
  },

  "no code check beyond the limits"(record) {
    const tries = record.calls.filter(({ call }) => call === "verify");
    return grouped(tries, ({ otpSession }) => otpSession).flatMap((calls) => {
      // After a lost answer the product cannot know whether the code was wrong. The code may be used up, so later
      // refusals of the same code are no wrong guesses.
      const isLost = ({ at, answer }: CallEvent) =>
        !["ok", "refused"].includes(answer) || record.during(at, at, "cut auth").length > 0;
      const wrong = calls.filter(
        ({ otp, done }, index) =>
          !done && !calls.slice(0, index + 1).some((call) => call.otp === otp && isLost(call)),
      );
      return [
        ...beyond(record, wrong, { points: 5, minutes: 15, isOneClient: true }),
        ...beyond(record, calls, { points: 10, minutes: 15, isOneClient: true }),
      ];
    });
  },

  "every 429 of the product has a Retry-After header": ({ requests }) =>
    requests
      .filter(({ status, byProxy, retryAfter }) => status === 429 && !byProxy && !retryAfter)
      .map(({ to, method, path }) => ({ at: to, text: `${method} ${path}: 429 without a time` })),
} satisfies { [name: string]: Rule };

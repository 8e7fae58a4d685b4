import type { CallEvent } from "./history";
import { grouped, SHARING, type Finding, type Recorded, type Rule } from "./record";

/** A use is counted before its call leaves, mostly a moment, at most as long as an upstream may take: 5 s. */
const [COUNTED_BEFORE_MS, COUNTED_AT_MOST_BEFORE_MS] = [1_000, 6_000];

const OTHER_INSTANCES = 2;

/** What makes the proxy choose another instance for a client's forms. */
const MOVING = ["moved", "freeze", "cut instance"];

/**
 * Calls that are more than a limit lets through. While instances cannot ask each other, each has half a limit of its
 * own beside what was counted before, and one that is killed has forgotten what it had counted.
 *
 * @param isOneClient all come from one address, whose forms the proxy sends to one instance unless that changes
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
    const most = points + others * Math.ceil(points / 2);
    if (counted.length <= most) return [];
    const text = `${call} for ${phone}: ${counted.length} in ${minutes} min, ${most} are allowed`;
    return [{ at, text }];
  });
}

/** The numbers are the contract's. */
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

  "no try beyond the limits"(record) {
    const tries = record.calls.filter(({ call }) => call === "verify");
    return grouped(tries, ({ otpSession }) => otpSession).flatMap((calls) => {
      // A try whose answer is lost is not known to be wrong. It may have used its code up: what is said of that code
      // from then on is no further wrong guess.
      const isLost = ({ at, answer }: CallEvent) =>
        !["ok", "refused"].includes(answer) || record.during(at, at, "cut auth").length > 0;
      const wrong = calls.filter(
        ({ otp, done }, index) =>
          !done && !calls.slice(0, index + 1).some((one) => one.otp === otp && isLost(one)),
      );
      return [
        ...beyond(record, wrong, { points: 5, minutes: 15, isOneClient: true }),
        ...beyond(record, calls, { points: 10, minutes: 15, isOneClient: true }),
      ];
    });
  },

  "whoever is over a limit is told when to try again": ({ requests }) =>
    requests
      .filter(({ status, byProxy, retryAfter }) => status === 429 && !byProxy && !retryAfter)
      .map(({ to, method, path }) => ({ at: to, text: `${method} ${path}: 429 without a time` })),
} satisfies { [name: string]: Rule };

import type { Rule, Violation } from "./checker";
import type { CallEvent } from "./history";
import { grouped, MOVING, SHARING, type Recorded } from "./record";

/** Limits as the contract names them: so many in so many seconds. */
const CODE_A_MINUTE = { points: 1, ms: 60_000 };
const CODES_AN_HOUR = { points: 5, ms: 3_600_000 };
const CODES_AN_HOUR_FROM_ONE_ADDRESS = { points: 60, ms: 3_600_000 };
const WRONG_CODES = { points: 5, ms: 900_000 };
const TRIES = { points: 10, ms: 900_000 };

/** A use is counted before its call leaves, which may take as long as an upstream may: 5 s. */
const ON_THE_WAY_MS = 6_000;
/** And mostly leaves at once. */
const COUNTED_BEFORE_MS = 1_000;
const INSTANCES = 3;

type Limit = typeof CODE_A_MINUTE;

/**
 * Calls that are more than a limit lets through. While instances cannot ask each other each has a limit of its own,
 * half of it, beside what was counted before; and one that is killed has forgotten what it had counted.
 *
 * @param together whether all come from one address: the proxy sends them to one instance, unless one goes or comes back
 */
function beyond(
  record: Recorded,
  calls: readonly CallEvent[],
  { points, ms }: Limit,
  what: string,
  together = false,
): Omit<Violation, "rule">[] {
  return calls.flatMap((call, index) => {
    const since = call.at - ms + ON_THE_WAY_MS;
    const counted = calls.slice(0, index + 1).filter(({ at }) => at > since);
    const first = counted[0]?.at ?? call.at;
    const during = (...kinds: string[]) =>
      record.during(first - COUNTED_BEFORE_MS, call.at, ...kinds).length;
    const alone = during(...SHARING) > 0 && (!together || during(...MOVING) > 0);
    const others = INSTANCES - 1 + during("kill");
    const most = alone ? points + others * Math.ceil(points / 2) : points;
    if (counted.length <= most) return [];
    return [{ at: call.at, text: `${what}: ${counted.length}, where ${most} are allowed` }];
  });
}

/** A clear refusal is the one call that does not count. */
const counts = (call: CallEvent) => call.answer !== "refused";

function eachGroup(
  calls: readonly CallEvent[],
  keyOf: (call: CallEvent) => string | undefined,
  find: (group: CallEvent[], key: string) => Omit<Violation, "rule">[],
) {
  return [...grouped(calls, keyOf)].flatMap(([key, group]) =>
    key === undefined ? [] : find(group, key),
  );
}

export const limitRules = {
  "no code beyond the limits"(record) {
    const sends = record.calls.filter((call) => call.call === "send" && counts(call));
    const ofPhone = eachGroup(
      sends,
      ({ phone }) => phone,
      (calls, phone) => [
        ...beyond(record, calls, CODE_A_MINUTE, `codes for ${phone} within a minute`),
        ...beyond(record, calls, CODES_AN_HOUR, `codes for ${phone} within an hour`),
      ],
    );
    const ofAddress = eachGroup(
      sends,
      ({ person }) => (person === null ? undefined : record.people.get(person)?.address),
      (calls, address) =>
        beyond(record, calls, CODES_AN_HOUR_FROM_ONE_ADDRESS, `codes asked for by ${address}`),
    );
    return [...ofPhone, ...ofAddress];
  },

  "no try beyond the limits"(record) {
    const tries = record.calls.filter(({ call }) => call === "verify");
    return eachGroup(
      tries,
      ({ otpSession }) => otpSession,
      (calls, session) => {
        // An answer that is lost on its way back makes a try that nobody knows to be wrong.
        const wrong = calls.filter(
          ({ at, answer, done }) =>
            answer === "refused" && !done && record.during(at, at, "cut auth").length === 0,
        );
        return [
          ...beyond(record, wrong, WRONG_CODES, `wrong codes for ${session}`, true),
          ...beyond(record, calls, TRIES, `tries for ${session}`, true),
        ];
      },
    );
  },

  "whoever is over a limit is told when to try again"({ requests }) {
    return requests
      .filter(({ status, byProxy, retryAfter }) => status === 429 && !byProxy && !retryAfter)
      .map(({ to, method, path }) => ({ at: to, text: `${method} ${path}: 429 without a time` }));
  },
} satisfies { [name: string]: Rule };

import type { Rule } from "./checker";
import type { CallEvent, RequestEvent } from "./history";
import { grouped, SHARING, type Recorded } from "./record";

/** Between a press and its DELETE stand a lease that expires and an upstream's deadline. */
const ON_THE_WAY_MS = 15_000;

/** Who has begun a deletion may have died, or not have heard the answer, or nobody else could know of it. */
const IN_DOUBT = ["kill", "freeze", "full-disk", "cut auth", ...SHARING];

const isClear = ({ answer }: CallEvent) => answer === "ok" || answer === "refused";

const deletions = ({ calls }: Recorded) => calls.filter(({ call }) => call === "delete");

/** What a browser sends again by itself is no other press. */
const byHand = ({ sentAgain }: RequestEvent) => !sentAgain;

/** Presses that a call may be the answer to. */
const during = (presses: readonly RequestEvent[], { at }: CallEvent) =>
  presses.filter(({ from, to }) => from <= at && at <= to + ON_THE_WAY_MS);

export const deletionRules = {
  "no deletion without that person's confirmation"(record) {
    return deletions(record)
      .filter((call) => during(record.pressesOf(call.person), call).length === 0)
      .map(({ at, person }) => ({ at, text: `person ${person} has not pressed Delete` }));
  },

  "no second deletion for one confirmation": twice,

  "a deletion whose answer was lost is said to be in doubt"(record) {
    return deletions(record)
      .filter((call) => !isClear(call))
      .flatMap((call) => {
        const told = record
          .pressesOf(call.person)
          .filter(({ from, to }) => from <= call.at && call.at <= to)
          .filter(({ status, byProxy }) => status !== null && status >= 400 && !byProxy);
        const untold = told.filter(({ seen }) => !seen?.mayBeDeleted && !seen?.receipt);
        // Of two presses on instances that cannot ask each other, one knows.
        const apart = record.during(call.at - 1_000, call.at, ...SHARING).length > 0;
        if (apart && untold.length < told.length) return [];
        return untold.map(({ to, person, status, seen }) => ({
          at: to,
          text: `person ${person} was told ${status} '${seen?.alert}', and nothing of the doubt`,
        }));
      });
  },

  "every receipt matches a deletion"(record) {
    const done = deletions(record).filter((call) => call.done);
    const owners = new Map<string, number>();
    return record.requests.flatMap(({ person, to, seen }) => {
      const receipt = seen?.receipt ?? null;
      if (receipt === null) return [];
      const owner = owners.get(receipt) ?? person;
      owners.set(receipt, owner);
      const wrong = [];
      if (owner !== person) wrong.push(`${receipt} of person ${owner} is before person ${person}`);
      if (!done.some((call) => call.person === person && call.at <= to))
        wrong.push(`person ${person} has the receipt ${receipt} of no deletion`);
      return wrong.map((text) => ({ at: to, text }));
    });
  },
} satisfies { [name: string]: Rule };

/**
 * Another call for one sign-in is right when the person pressed again, and either the first was clearly refused or
 * nobody could know what had become of it.
 */
function twice(record: Recorded) {
  const byToken = grouped(deletions(record), ({ token }) => token);
  return [...byToken.values()].flatMap((calls) =>
    calls.flatMap((call, index) => {
      const first = calls[index - 1];
      if (first === undefined) return [];
      const amid = (...kinds: string[]) =>
        record.during(first.at - 1_000, call.at, ...kinds).length > 0;
      // An instance that cannot ask the others whether a form was sent before sends it again, and says so.
      const apart = amid(...SHARING);
      const presses = record
        .pressesOf(call.person)
        .filter((press) => apart || byHand(press))
        .filter(({ from }) => from <= call.at);
      const doubt = !isClear(first) || amid(...IN_DOUBT);
      const again = presses.filter(({ from }) => from > first.at).length > 0;
      const name = `person ${call.person}: DELETE ${index + 1}`;
      const wrong = [];
      if (presses.length <= index) wrong.push(`${name} after ${presses.length} presses`);
      if (first.answer === "ok" && !doubt) wrong.push(`${name} after one that was answered`);
      if (first.answer === "refused" && !doubt && !again)
        wrong.push(`${name} after one that was refused, without another press`);
      return wrong.map((text) => ({ at: call.at, text }));
    }),
  );
}

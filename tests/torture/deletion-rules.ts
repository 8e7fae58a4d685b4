import type { CallEvent } from "./history";
import { grouped, SHARING, type Recorded, type Rule } from "./record";

/** From a press to its DELETE: at most a lease that expires and an upstream's deadline. */
const PRESS_TO_CALL_MS = 15_000;

/** Faults after which the instances can have lost a deletion's outcome, or cannot share it. */
const IN_DOUBT = ["kill", "freeze", "cut auth", ...SHARING];

const isClear = ({ answer }: CallEvent) => answer === "ok" || answer === "refused";

const deletions = ({ calls }: Recorded) => calls.filter(({ call }) => call === "delete");

/** A person's presses of Delete in the confirmation dialog. */
const pressesOf = ({ requests }: Recorded, personId: number | undefined) =>
  requests.filter(({ intent, person }) => intent === "delete" && person === personId);

export const deletionRules = {
  "no deletion without that person's confirmation": (record) =>
    deletions(record)
      .filter(({ at, person }) =>
        pressesOf(record, person).every(({ from, to }) => at < from || at > to + PRESS_TO_CALL_MS),
      )
      .map(({ at, person }) => ({ at, text: `person ${person} has not pressed Delete` })),

  /**
   * A second DELETE with one token is allowed when the person pressed again, and the first was clearly
   * refused or its outcome was unknown.
   */
  "no second deletion for one confirmation": (record) =>
    grouped(deletions(record), ({ token }) => token).flatMap((calls) =>
      calls.flatMap((call, index) => {
        const first = calls[index - 1];
        if (first === undefined) return [];
        const isDuring = (kinds: string[]) =>
          record.during(first.at - 1_000, call.at, ...kinds).length > 0;
        // A browser's own retry is no press, unless the instances could not share the first press.
        const presses = pressesOf(record, call.person).filter(
          ({ from, sentAgain }) => from <= call.at && (!sentAgain || isDuring(SHARING)),
        );
        const isKnown = isClear(first) && !isDuring(IN_DOUBT);
        const isPressedAgain = presses.some(({ from }) => from > first.at);
        const isAllowed = !isKnown || (first.answer === "refused" && isPressedAgain);
        if (presses.length > index && isAllowed) return [];
        const name = `DELETE ${index + 1} of person ${call.person}`;
        const text = `${name} after ${presses.length} presses, the one before ${first.answer}`;
        return [{ at: call.at, text }];
      }),
    ),

  "a page after a lost DELETE answer says that the account may be deleted": (record) =>
    deletions(record)
      .filter((call) => !isClear(call))
      .flatMap(({ at, person }) => {
        const errorPages = pressesOf(record, person)
          .filter(({ from, to }) => from <= at && at <= to)
          .filter(({ status, byProxy }) => status !== null && status >= 400 && !byProxy);
        const silent = errorPages.filter(({ seen }) => !seen?.mayBeDeleted && !seen?.receipt);
        // When instances cannot share, only the instance that made the call knows of the doubt.
        const isApart = record.during(at - 1_000, at, ...SHARING).length > 0;
        if (isApart && silent.length < errorPages.length) return [];
        const text = `person ${person} was not warned of the doubt`;
        return silent.map(({ to }) => ({ at: to, text }));
      }),

  "every receipt matches a deletion"(record) {
    const done = deletions(record).filter((call) => call.done);
    const owners = new Map<string, number>();
    return record.requests.flatMap(({ person, to, seen }) => {
      const receipt = seen?.receipt ?? null;
      if (receipt === null) return [];
      const owner = owners.get(receipt) ?? person;
      owners.set(receipt, owner);
      const isDeleted = done.some((call) => call.person === person && call.at <= to);
      if (owner === person && isDeleted) return [];
      return [{ at: to, text: `person ${person} has the receipt ${receipt} of person ${owner}` }];
    });
  },
} satisfies { [name: string]: Rule };

import type { CallEvent } from "./history";
import { grouped, SHARING, type Recorded, type Rule } from "./record";

/** Between a press and its DELETE stand a lease that expires and an upstream's deadline. */
const ON_THE_WAY_MS = 15_000;

/** Whoever began a deletion may have died or not have heard the answer, or nobody else could know of it. */
const IN_DOUBT = ["kill", "freeze", "cut auth", ...SHARING];

const isClear = ({ answer }: CallEvent) => answer === "ok" || answer === "refused";

const deletions = ({ calls }: Recorded) => calls.filter(({ call }) => call === "delete");

/** A person's presses of Delete in the dialog that asks for it. */
const pressesOf = ({ requests }: Recorded, someone: number | undefined) =>
  requests.filter(({ intent, person }) => intent === "delete" && person === someone);

export const deletionRules = {
  "no deletion without that person's confirmation": (record) =>
    deletions(record)
      .filter(({ at, person }) =>
        pressesOf(record, person).every(({ from, to }) => at < from || at > to + ON_THE_WAY_MS),
      )
      .map(({ at, person }) => ({ at, text: `person ${person} has not pressed Delete` })),

  /**
   * Another call for one sign-in is right when the person pressed again, and either the first was clearly refused or
   * nobody could know what had become of it.
   */
  "no second deletion for one confirmation": (record) =>
    grouped(deletions(record), ({ token }) => token).flatMap((calls) =>
      calls.flatMap((call, index) => {
        const first = calls[index - 1];
        if (first === undefined) return [];
        const amid = (kinds: string[]) =>
          record.during(first.at - 1_000, call.at, ...kinds).length > 0;
        // What a browser sends again by itself is no press, unless instances cannot tell each other of the first.
        const presses = pressesOf(record, call.person).filter(
          ({ from, sentAgain }) => from <= call.at && (!sentAgain || amid(SHARING)),
        );
        const isKnown = isClear(first) && !amid(IN_DOUBT);
        const isAskedAgain = presses.some(({ from }) => from > first.at);
        const mayCome = !isKnown || (first.answer === "refused" && isAskedAgain);
        if (presses.length > index && mayCome) return [];
        const name = `DELETE ${index + 1} of person ${call.person}`;
        const text = `${name} after ${presses.length} presses, the one before ${first.answer}`;
        return [{ at: call.at, text }];
      }),
    ),

  "a deletion whose answer was lost is said to be in doubt": (record) =>
    deletions(record)
      .filter((call) => !isClear(call))
      .flatMap(({ at, person }) => {
        const told = pressesOf(record, person)
          .filter(({ from, to }) => from <= at && at <= to)
          .filter(({ status, byProxy }) => status !== null && status >= 400 && !byProxy);
        const untold = told.filter(({ seen }) => !seen?.mayBeDeleted && !seen?.receipt);
        // Of two presses on instances that cannot ask each other, one knows.
        const isApart = record.during(at - 1_000, at, ...SHARING).length > 0;
        if (isApart && untold.length < told.length) return [];
        const text = `person ${person} was told nothing of the doubt`;
        return untold.map(({ to }) => ({ at: to, text }));
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

import { createHash } from "node:crypto";
import { MOODS, type Moods } from "./accounts";
import { faultRows } from "./faults";
import type { Tab } from "./person";

type Step = (tab: Tab) => unknown;

export type Journey = Plan["journeys"][number];
export type Plan = ReturnType<typeof createPlan>;

const DELETION = "/pulsescout/delete-user";

/** `MARK` is replaced with the person's mark. */
const QUERIES = ["", "?tab=driver", "?tab=trip", "?tab=trip&country=India", "?tab=trip&q=MARK"];
const VIEWS = QUERIES.map((query) => `/pulsescout/dashboard${query}`);

const back: Step = (tab) => tab.back();
const reload: Step = (tab) => tab.reload();
const open = (path: string): Step[] => [(tab) => tab.open(path.replace("MARK", tab.own.mark))];

/**
 * Creates the plan of a run; the same seed gives the same plan.
 *
 * @param pause number of journeys between two faults of a row
 */
export function createPlan(seed: number, length: number, pause = 25) {
  let rolls = 0;
  /** A random integer from 0 to `end`, exclusive. */
  const below = (end: number) => {
    const hash = createHash("sha256").update(`${seed} ${rolls++}`);
    return hash.digest().readUInt32BE() % end;
  };
  const pick = <T>(...choices: T[]) => choices[below(choices.length)] as T; // callers pass at least 1 choice
  const sometimes = <T>(oneIn: number, make: () => T[]) => (below(oneIn) === 0 ? make() : []);
  const times = <T>(count: number, make: (index: number) => T) =>
    Array.from({ length: count }, (_, index) => make(index));

  const press = (intent: string, isRight = true): Step[] => {
    const [count, inOwnTabs] = [below(6) === 0 ? pick(2, 3) : 1, below(2) === 0];
    return [(tab) => tab.pressButton(intent, isRight, count, inOwnTabs)];
  };
  const wrongCodes = (count: number) => times(count, () => press("verify", false)).flat();
  const view = () => open(pick("/", "/pulsescout", "/ref/MARK", ...VIEWS));
  const dashboard = () => open(pick(...VIEWS));
  const backOrReload = () => [pick(back, reload)];
  const interruption = () => sometimes(5, () => pick(backOrReload, dashboard, view)());
  const deletion = () =>
    [
      open(DELETION),
      press("send"),
      interruption(),
      sometimes(4, () => wrongCodes(below(7))),
      sometimes(5, () => press("resend")),
      press("verify"),
      interruption(),
      press("reasons"),
      sometimes(6, () => [...press("cancel"), ...press("reasons")]),
      interruption(),
      press("delete"),
      sometimes(3, () => [...backOrReload(), ...press("delete")]),
      sometimes(5, () => press(pick("leave", "start-over"))),
      sometimes(4, () => open(DELETION)),
    ].flat();
  const halfADeletion = () => deletion().slice(0, 2 + below(7));
  const browse = () => [view(), dashboard(), view(), backOrReload(), view()].flat();
  /** Somebody who knows another person's phone number, but not the code. */
  const guessCode = () => [...open(DELETION), ...press("send"), ...wrongCodes(7 + below(6))];
  const kinds = [deletion, deletion, deletion, deletion, halfADeletion, browse, browse, guessCode];
  const moods = (most: number, oneIn: number) =>
    times(below(most + 1), () => (below(oneIn) === 0 ? pick(...MOODS) : "healthy"));

  const journeys = times(length, (index) => {
    const steps = pick(...kinds)();
    return {
      /** A person may return in a later journey, with the same phone number and mark. */
      person: Math.max(0, index - (below(13) === 0 ? pick(1, 2, 30) : 0)),
      moods: { send: moods(3, 10), verify: moods(4, 7), delete: moods(4, 2) } satisfies Moods,
      steps,
    };
  });
  const slots = Math.max(1, Math.floor(length / pause));
  /** Each fault lasts from the journey `from` until the journey `until` has begun. */
  const faults = faultRows.map((row) =>
    times(slots, (slot) => {
      const from = ((slot + below(40) / 100) * length) / slots;
      const until = from + ((10 + below(40)) / 100) * (length / slots);
      return { from, until, instance: pick<0 | 1 | 2>(0, 1, 2), fault: pick(...row) };
    }),
  );
  return { journeys, faults };
}

import fc from "fast-check";

/** Everything that a torture run will do, decided before it begins: the same seed gives the same plan. */
export interface Plan {
  seed: number;
  journeys: Journey[];
  faults: PlannedFault[];
}

/** What one person sets out to do, and what the auth API makes of their calls. */
export interface Journey {
  /** People may come back: their number and their words are the same then. */
  person: number;
  /** Whether they share their address with a crowd, as on a carrier network. */
  crowd: boolean;
  steps: Step[];
  /** How the auth API treats the person's first calls, in turn; later ones are healthy. */
  moods: Record<AuthCall, Mood[]>;
}

export type AuthCall = "send" | "verify" | "delete";

/**
 * `refused`: a clear no, nothing is done; `failed`: a 500, nothing is done; `late-failure`: a 500, and it is done;
 * `lost`: it is done, and the connection breaks; `silent`: it is done, and no answer ever comes; `garbage`: it is done,
 * and the answer is no JSON.
 */
export type Mood =
  | "healthy"
  | "slow"
  | "refused"
  | "failed"
  | "late-failure"
  | "lost"
  | "silent"
  | "garbage";

export type Language = "en" | "hi";
export type Theme = "day" | "night";

/** `wrong-code` and `right-code` fill in the same form. */
export type Press =
  | "send"
  | "wrong-code"
  | "right-code"
  | "resend"
  | "reasons"
  | "cancel"
  | "delete"
  | "start-over"
  | "leave";

export type Step =
  | { do: "open"; path: string }
  | { do: "language"; language: Language }
  /** So many presses at the same moment, in one tab or each in a tab of its own. */
  | { do: "press"; press: Press; times: number; tabs: "same" | "own" }
  | { do: "back" }
  | { do: "reload" }
  | { do: "theme"; theme: Theme }
  | { do: "contact" }
  /** Until another code may be sent. */
  | { do: "wait" };

/** How many instances there are. */
export const INSTANCES = 3;

/** What becomes of a connection between two parts. */
export type Cut = "hang" | "reset" | "half" | "slow";

export type Fault =
  | { kind: "kill" | "freeze" | "full-disk"; instance: number }
  | { kind: "clock"; instance: number; seconds: number }
  /** From an instance, or to it from the proxy. */
  | { kind: "cut"; to: "instance" | "redis" | "sentinel"; instance: number; how: Cut }
  /** From all instances. */
  | { kind: "cut"; to: "core" | "auth"; how: Cut }
  /** The primary dies and its replica takes its place; `behind`: without the last writes. */
  | { kind: "failover"; behind: boolean }
  | { kind: "core"; how: "slow" | "stall" | "failed" | "unavailable" | "garbage" | "reset" };

/** From one journey until another has begun, and no longer than so many seconds. */
export interface PlannedFault {
  /** Those of one row follow one another, those of different rows meet. */
  row: number;
  from: number;
  until: number;
  mostSeconds: number;
  fault: Fault;
}

export interface PlanOptions {
  seed: number;
  journeys: number;
  /** Journeys between two faults of one kind. */
  pause?: number;
  /** Whether some people wait out the minute between two codes. */
  patient?: boolean;
}

const one = fc.constantFrom;
const instance = fc.nat({ max: INSTANCES - 1 });

/** Mostly the first. */
const mostly = <T>(weight: number, usual: T, ...others: T[]) =>
  fc.oneof(
    { arbitrary: fc.constant(usual), weight },
    { arbitrary: one(usual, ...others), weight: 1 },
  );

const troubles: Mood[] = ["slow", "refused", "failed", "late-failure", "lost", "silent", "garbage"];
const moods = fc.record({
  send: fc.array(mostly<Mood>(9, "healthy", ...troubles), { maxLength: 3 }),
  verify: fc.array(mostly<Mood>(6, "healthy", ...troubles), { maxLength: 4 }),
  delete: fc.array(mostly<Mood>(1, "healthy", ...troubles), { maxLength: 4 }),
});

const press = (name: Press) =>
  fc
    .record({ times: mostly(3, 1, 2, 3), tabs: one("same" as const, "own" as const) })
    .map((how): Step[] => [{ do: "press", press: name, ...how }]);
const nothing = fc.constant<Step[]>([]);
const sometimes = (weight: number, steps: fc.Arbitrary<Step[]>) =>
  fc.oneof({ arbitrary: nothing, weight }, { arbitrary: steps, weight: 1 });

const language = one<Language>("en", "hi").map((chosen): Step[] => [
  { do: "language", language: chosen },
]);
const theme = one<Theme>("day", "night").map((chosen): Step[] => [{ do: "theme", theme: chosen }]);

/** `MARK` stands for the person's own words. */
const VIEWS = [
  "/pulsescout/dashboard",
  "/pulsescout/dashboard?tab=fleet-overview",
  "/pulsescout/dashboard?tab=trip",
  "/pulsescout/dashboard?tab=trip&page=2",
  "/pulsescout/dashboard?tab=trip&country=India",
  "/pulsescout/dashboard?tab=trip&q=MARK",
  "/pulsescout/dashboard?tab=driver",
  "/ref/MARK",
  "/",
  "/pulsescout",
];
const view = one(...VIEWS).map((path): Step[] => [{ do: "open", path }]);
const back: Step = { do: "back" };
const reload: Step = { do: "reload" };
const interruption = sometimes(
  4,
  fc.oneof(one<Step[]>([back], [reload], [reload, back]), theme, view, language),
);
const deletionPage: Step = { do: "open", path: "/pulsescout/delete-user" };

const join = (...parts: fc.Arbitrary<Step[]>[]) =>
  fc.tuple(...parts).map((steps): Step[] => steps.flat());

function deletion(patient: boolean): fc.Arbitrary<Step[]> {
  const wait: Step = { do: "wait" };
  const wrong = fc.array(press("wrong-code"), { maxLength: 6 }).map((steps) => steps.flat());
  const resent = press("resend").map((steps) => [wait, ...steps]);
  const whole = join(
    sometimes(2, language),
    fc.constant([deletionPage]),
    press("send"),
    interruption,
    sometimes(3, wrong),
    sometimes(4, press("resend")),
    patient ? sometimes(20, resent) : nothing,
    press("right-code"),
    interruption,
    press("reasons"),
    sometimes(5, join(press("cancel"), press("reasons"))),
    interruption,
    press("delete"),
    sometimes(2, join(one<Step[]>([back], [reload], [deletionPage]), press("delete"))),
    sometimes(4, fc.oneof(press("leave"), press("start-over"))),
    sometimes(3, fc.constant([deletionPage])),
  );
  // Some leave half-way.
  const until = fc.oneof(
    { arbitrary: fc.constant(Infinity), weight: 5 },
    { arbitrary: fc.integer({ min: 2, max: 8 }), weight: 1 },
  );
  return fc.tuple(whole, until).map(([steps, end]) => steps.slice(0, end));
}

/** Somebody who has another's phone number, and no code. */
const guessing = join(
  fc.constant([deletionPage]),
  press("send"),
  fc.array(press("wrong-code"), { minLength: 7, maxLength: 12 }).map((steps) => steps.flat()),
);

const looking = join(
  view,
  theme,
  view,
  sometimes(2, one<Step[]>([reload], [back])),
  view,
  sometimes(1, theme),
  view,
);
const contacting = join(fc.constant<Step[]>([{ do: "contact" }]), interruption, view);

const journey = (patient: boolean) =>
  fc.record({
    again: mostly(12, 0, 1, 2, 30),
    crowd: mostly(6, false, true),
    steps: fc.oneof(
      { arbitrary: deletion(patient), weight: 6 },
      { arbitrary: looking, weight: 3 },
      { arbitrary: contacting, weight: 1 },
      { arbitrary: guessing, weight: 1 },
    ),
    moods,
  });

const how = one<Cut>("hang", "reset", "half", "slow");
const cutOff = (to: "instance" | "redis" | "sentinel") =>
  fc.record({ kind: fc.constant("cut" as const), to: fc.constant(to), instance, how });
const cutOffAll = (to: "core" | "auth") =>
  fc.record({ kind: fc.constant("cut" as const), to: fc.constant(to), how });
const often = <T>(arbitrary: fc.Arbitrary<T>) => ({ arbitrary, weight: 3 });

const rows: fc.Arbitrary<Fault>[] = [
  fc.oneof(
    often(fc.record({ kind: fc.constant("kill" as const), instance })),
    fc.record({ kind: one("freeze" as const, "full-disk" as const), instance }),
    fc.record({
      kind: fc.constant("clock" as const),
      instance,
      seconds: one(-7200, -90, 45, 600, 3600, 86_400),
    }),
    often(cutOff("instance")),
  ),
  fc.oneof(
    often(fc.record({ kind: fc.constant("failover" as const), behind: fc.boolean() })),
    cutOff("redis"),
    cutOff("sentinel"),
  ),
  fc.oneof(
    fc.record({
      kind: fc.constant("core" as const),
      how: one("slow", "stall", "failed", "unavailable", "garbage", "reset"),
    }),
    cutOffAll("core"),
    cutOffAll("auth"),
  ),
];

/** No hour of waiting for what hangs: those who wait for it are those who would end it. */
const MOST_SECONDS = 8;

/**
 * Decides a torture run.
 *
 * @returns as many journeys as asked for, and for each kind of fault at least one
 */
export function createPlan({ seed, journeys, pause = 25, patient = true }: PlanOptions): Plan {
  const drawn = fc.sample(fc.noBias(journey(patient)), { seed, numRuns: journeys });
  const slots = Math.max(1, Math.floor(journeys / pause));
  const width = journeys / slots;
  const faults = rows.flatMap((faultOfRow, row) => {
    // When it begins and how long it lasts, in hundredths of its slot.
    const places = fc.record({
      fault: faultOfRow,
      late: fc.nat({ max: 40 }),
      long: fc.integer({ min: 10, max: 50 }),
    });
    return fc
      .sample(fc.noBias(places), { seed: seed + row + 1, numRuns: slots })
      .map(({ fault, late, long }, slot): PlannedFault => {
        const from = Math.round((slot + late / 100) * width);
        const until = Math.max(from + 1, Math.round((slot + (late + long) / 100) * width));
        return { row, from, until, mostSeconds: MOST_SECONDS, fault };
      });
  });
  return {
    seed,
    journeys: drawn.map(({ again, ...rest }, index) => ({
      ...rest,
      person: Math.max(0, index - again),
    })),
    faults: faults.toSorted((one, other) => one.from - other.from),
  };
}

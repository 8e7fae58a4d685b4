import type { CallEvent, Event, FaultEvent, PersonEvent, RequestEvent } from "./history";

/** A history, sorted for the rules. */
export interface Recorded {
  people: Map<number, PersonEvent>;
  /** By the moment they began. */
  requests: RequestEvent[];
  calls: CallEvent[];
  /** Faults of these kinds at any moment of a time. */
  during: (from: number, to: number, ...kinds: string[]) => FaultEvent[];
}

/** What breaks a promise, and when it was seen. */
export interface Finding {
  at: number;
  text: string;
}

/** One promise: what in a history breaks it. */
export type Rule = (record: Recorded) => Finding[];

/** Instances count each for itself: Redis is away, was exchanged, or did not answer in time. */
export const SHARING = ["failover", "new-primary", "redis-late"];

/** An instance, or its connection to the proxy, is gone. */
export const INSTANCE = ["kill", "freeze", "cut instance"];

export function createRecord(events: readonly Event[]): Recorded {
  const of = <T extends Event["type"]>(type: T) =>
    events.filter((event): event is Extract<Event, { type: T }> => event.type === type);
  const faults = of("fault");
  return {
    people: new Map(of("person").map((event) => [event.person, event])),
    requests: of("request").toSorted((one, other) => one.from - other.from),
    calls: of("call").toSorted((one, other) => one.at - other.at),
    during: (from, to, ...kinds) =>
      faults.filter((one) => kinds.includes(one.kind) && one.from <= to && one.to >= from),
  };
}

/** Groups of what has a key in common; what has none is in no group. */
export function grouped<T>(list: readonly T[], keyOf: (one: T) => string | undefined): T[][] {
  const groups = new Map<string, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    if (key === undefined) continue;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(one);
  }
  return [...groups.values()];
}

import type { CallEvent, Event, FaultEvent, PersonEvent, RequestEvent } from "./history";

/** A history, sorted for those who judge it. */
export interface Recorded {
  people: Map<number, PersonEvent>;
  /** By the moment they began. */
  requests: RequestEvent[];
  calls: CallEvent[];
  faults: FaultEvent[];
  /** Faults of these kinds during a time; `cut redis` is a cut connection to Redis. */
  during(from: number, to: number, ...kinds: string[]): FaultEvent[];
}

export function createRecord(events: readonly Event[]): Recorded {
  const faults = events.filter((event) => event.type === "fault");
  return {
    people: new Map(
      events.filter((event) => event.type === "person").map((event) => [event.person, event]),
    ),
    requests: events
      .filter((event) => event.type === "request")
      .toSorted((one, other) => one.from - other.from),
    calls: events
      .filter((event) => event.type === "call")
      .toSorted((one, other) => one.at - other.at),
    faults,
    during: (from, to, ...kinds) =>
      faults.filter(
        (fault) => fault.from <= to && fault.to >= from && kinds.includes(nameOf(fault)),
      ),
  };
}

/** What is done to one thing at a time has the name of that thing. */
const nameOf = ({ kind, link }: FaultEvent) => (link === undefined ? kind : `${kind} ${link}`);

/** Instances count each for itself: Redis is away, was exchanged, or did not answer in time. */
export const SHARING = ["failover", "new-primary", "cut redis", "cut sentinel", "redis-late"];

/** An instance, or its connection to the proxy, is gone. */
export const INSTANCE = ["kill", "freeze", "full-disk", "cut instance"];

/** What makes the proxy choose another instance for a client's forms, or an instance forget. */
export const MOVING = ["moved", "freeze", "cut instance", "clock"];

export function grouped<T, K>(list: readonly T[], keyOf: (one: T) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  for (const one of list) {
    const key = keyOf(one);
    const group = groups.get(key);
    if (group) group.push(one);
    else groups.set(key, [one]);
  }
  return groups;
}

import type { CallEvent, Event, FaultEvent, PersonEvent, RequestEvent } from "./history";

/** A history, sorted for those who judge it. */
export interface Recorded {
  people: Map<number, PersonEvent>;
  /** By the moment they began. */
  requests: RequestEvent[];
  calls: CallEvent[];
  /** A person's presses of Delete in the dialog that asks for it. */
  pressesOf(person: number | null): RequestEvent[];
  /** Faults of these kinds during a time; `cut redis` is a cut connection to Redis. */
  during(from: number, to: number, ...kinds: string[]): FaultEvent[];
}

export function createRecord(events: readonly Event[]): Recorded {
  const requests = events
    .filter((event) => event.type === "request")
    .toSorted((one, other) => one.from - other.from);
  const presses = grouped(
    requests.filter(({ intent }) => intent === "delete"),
    ({ person }) => person,
  );
  const faults = grouped(
    events.filter((event) => event.type === "fault"),
    nameOf,
  );
  return {
    people: new Map(
      events.filter((event) => event.type === "person").map((event) => [event.person, event]),
    ),
    requests,
    calls: events
      .filter((event) => event.type === "call")
      .toSorted((one, other) => one.at - other.at),
    pressesOf: (person) => (person === null ? [] : (presses.get(person) ?? [])),
    during: (from, to, ...kinds) =>
      kinds
        .flatMap((kind) => faults.get(kind) ?? [])
        .filter((fault) => fault.from <= to && fault.to >= from),
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

import type { CallEvent, Event, FaultEvent, PersonEvent, RequestEvent } from "./history";

/** A history, grouped by type and sorted for the rules. */
export interface Recorded {
  people: Map<number, PersonEvent>;
  /** Sorted by their start. */
  requests: RequestEvent[];
  calls: CallEvent[];
  /** Faults of these kinds that overlap the given time. */
  during: (from: number, to: number, ...kinds: string[]) => FaultEvent[];
}

/** A violation of a rule, and its time. */
export interface Finding {
  at: number;
  text: string;
}

/** Finds the violations of one rule in a history. */
export type Rule = (record: Recorded) => Finding[];

/** Faults in which each instance counts alone: Redis is away, failed over, or was late. */
export const SHARING = ["failover", "new-primary", "redis-late"];

/** Faults in which an instance, or its connection to the proxy, is gone. */
export const INSTANCE = ["kill", "freeze", "cut instance"];

export function createRecord(events: readonly Event[]): Recorded {
  const of = <T extends Event["type"]>(type: T) =>
    events.filter((event): event is Extract<Event, { type: T }> => event.type === type);
  const faults = of("fault");
  return {
    people: new Map(of("person").map((event) => [event.person, event])),
    requests: of("request").toSorted((a, b) => a.from - b.from),
    calls: of("call").toSorted((a, b) => a.at - b.at),
    during: (from, to, ...kinds) =>
      faults.filter((fault) => kinds.includes(fault.kind) && fault.from <= to && fault.to >= from),
  };
}

/** Groups items by key; leaves out items whose key is undefined. */
export function grouped<T>(list: readonly T[], keyOf: (item: T) => string | undefined): T[][] {
  const groups = new Map<string, T[]>();
  for (const item of list) {
    const key = keyOf(item);
    if (key === undefined) continue;
    const group = groups.get(key) ?? [];
    groups.set(key, group);
    group.push(item);
  }
  return [...groups.values()];
}

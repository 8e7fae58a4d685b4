import type { Event } from "./history";
import { deletionRules } from "./deletion-rules";
import { limitRules } from "./limit-rules";
import { pageRules } from "./page-rules";
import { createRecord, type Recorded } from "./record";

/** What a history shows that must never be. */
export interface Violation {
  rule: string;
  /** When it was seen, in milliseconds since 1970. */
  at: number;
  text: string;
}

/** One promise: what in a history breaks it. */
export type Rule = (record: Recorded) => Omit<Violation, "rule">[];

/** What is promised whatever fails, by name. */
export const rules: { [name: string]: Rule } = { ...limitRules, ...deletionRules, ...pageRules };

/**
 * Holds a history against what is promised. It knows the contract, and nothing of the code.
 *
 * @returns everything that is wrong, in order of time
 */
export function check(events: readonly Event[]): Violation[] {
  const record = createRecord(events);
  return Object.entries(rules)
    .flatMap(([rule, find]) => find(record).map((violation) => ({ rule, ...violation })))
    .toSorted((one, other) => one.at - other.at);
}

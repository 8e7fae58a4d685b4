import { deletionRules } from "./deletion-rules";
import type { Event } from "./history";
import { limitRules } from "./limit-rules";
import { pageRules } from "./page-rules";
import { createRecord, type Finding, type Rule } from "./record";

/** What is promised whatever fails, by name. */
export const rules: { [name: string]: Rule } = { ...limitRules, ...deletionRules, ...pageRules };

/**
 * Holds a history against what is promised. It knows the contract, and nothing of the code.
 *
 * @returns everything that is wrong, in order of time
 */
export function check(events: readonly Event[]): (Finding & { rule: string })[] {
  const record = createRecord(events);
  return Object.entries(rules)
    .flatMap(([rule, find]) => find(record).map((finding) => ({ rule, ...finding })))
    .toSorted((one, other) => one.at - other.at);
}

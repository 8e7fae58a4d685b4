import { deletionRules } from "./deletion-rules";
import type { Event } from "./history";
import { limitRules } from "./limit-rules";
import { pageRules } from "./page-rules";
import { createRecord, type Finding, type Rule } from "./record";

/** The rules that must hold whatever fails, by name. */
export const rules: { [name: string]: Rule } = { ...limitRules, ...deletionRules, ...pageRules };

/**
 * Checks a history against the rules, which know the contract and nothing of the code.
 *
 * @returns every violation, in order of time
 */
export function check(events: readonly Event[]): (Finding & { rule: string })[] {
  const record = createRecord(events);
  return Object.entries(rules)
    .flatMap(([rule, find]) => find(record).map((finding) => ({ rule, ...finding })))
    .toSorted((a, b) => a.at - b.at);
}

/**
 * The reasons to choose from, in the order of the page: what goes upstream of each, in every language, by its id. Pages,
 * sessions and refusals of another release know a reason by its id alone, so an id keeps its meaning for ever: another
 * reason is another id, wherever it stands.
 */
const reasons = {
  unused: "I am no longer using my account",
  unclear: "I don't understand how to use",
  unneeded: "I no longer need the service",
  privacy: "Privacy concerns",
  others: "Others",
} as const;

export type Reason = keyof typeof reasons;

export const reasonIds = Object.keys(reasons) as [Reason, ...Reason[]]; // the keys of a const object

const isReason = (id: string): id is Reason => Object.hasOwn(reasons, id);

/** Those of the ids that this release knows. */
export const knownReasons = (ids: readonly string[]): Reason[] => ids.filter(isReason);

/**
 * Longest free text, in UTF-16 units: 300 letters of any script, 600 bytes in the session, so that it fits a cookie
 * beside a long token.
 */
export const LONGEST_OTHERS = 300;

/** As much is read of a posted text; what is left of it is refused as too long, unless it is nearly all space. */
const MOST_READ = 8 * 1024;

/** What was chosen, and the free text for 'Others', empty when there is none. */
export interface ChosenReasons {
  chosen: Reason[];
  others: string;
}

/**
 * Reads the reasons form.
 *
 * @param values the ticked boxes as posted: ids, or the English words that pages of releases before posted; unknown ones
 *   are dropped
 * @param text the free text; it counts only when 'Others' is ticked
 */
export function readReasons(values: readonly string[], text: string): ChosenReasons {
  const chosen = reasonIds.filter((id) => values.includes(id) || values.includes(reasons[id]));
  const others = text
    .slice(0, MOST_READ)
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return { chosen, others: chosen.includes("others") ? others : "" };
}

/** The `reason` that goes upstream: comma-joined, a filled text in place of 'Others'. */
export function joinReasons({ chosen, others }: ChosenReasons): string {
  return chosen.map((id) => (id === "others" && others !== "" ? others : reasons[id])).join(",");
}

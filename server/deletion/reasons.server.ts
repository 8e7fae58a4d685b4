/** The reasons to choose from, in the order of the page. They go upstream as they are here, in every language. */
export const reasons = [
  "I am no longer using my account",
  "I don't understand how to use",
  "I no longer need the service",
  "Privacy concerns",
  "Others",
] as const;

export type Reason = (typeof reasons)[number];

const OTHERS = "Others";

/**
 * Longest free text, in UTF-16 units: 300 letters of any script, 600 bytes in the session, so that it fits a cookie
 * beside a long token.
 */
export const LONGEST_OTHERS = 300;

/** What was chosen: some of {@link reasons} and the free text for 'Others', empty when there is none. */
export interface ChosenReasons {
  chosen: string[];
  others: string;
}

/**
 * Reads the reasons form.
 *
 * @param values the ticked boxes as posted; unknown ones are dropped
 * @param text the free text; it counts only when 'Others' is ticked
 */
export function readReasons(values: readonly string[], text: string): ChosenReasons {
  const chosen = reasons.filter((reason) => values.includes(reason));
  const others = text
    .replace(/\p{Cc}+/gu, " ")
    .replace(/\s+/g, " ")
    .trim();
  return { chosen, others: chosen.includes(OTHERS) ? others : "" };
}

/** The `reason` that goes upstream: comma-joined, a filled text in place of 'Others'. */
export function joinReasons({ chosen, others }: ChosenReasons): string {
  return chosen.map((reason) => (reason === OTHERS && others !== "" ? others : reason)).join(",");
}

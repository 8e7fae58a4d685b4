/** @param {readonly number[]} values at least one @returns {number} of an even number of values the mean of the middle two */
export function median(values) {
  const sorted = [...values].sort((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? NaN;
  return sorted.length % 2 === 1 ? upper : ((sorted[middle - 1] ?? NaN) + upper) / 2;
}

/**
 * @param {ArrayLike<number>} sorted ascending
 * @param {number} share from 0 to 1
 * @returns {number} the smallest value that this share of all values does not exceed; NaN of none
 */
export function percentile(sorted, share) {
  return sorted[Math.max(0, Math.ceil(sorted.length * share) - 1)] ?? NaN;
}

/**
 * @typedef {object} Spread
 * @property {number} median
 * @property {number} min
 * @property {number} max
 */

/** @param {readonly number[]} values one of each round @returns {Spread} */
export function spread(values) {
  return { median: median(values), min: Math.min(...values), max: Math.max(...values) };
}

/**
 * @typedef {{ atLeast: number } | { atMost: number }} Goal
 *
 * @typedef {"met" | "missed" | "no goal"} Verdict
 */

/**
 * Whether a goal is met by every way in which it was measured: of two medians the worse one counts.
 *
 * @param {Goal | undefined} goal
 * @param {readonly number[]} medians
 * @returns {Verdict} "missed" also where nothing could be measured
 */
export function verdict(goal, medians) {
  if (goal === undefined) return "no goal";
  const reached =
    "atLeast" in goal ? Math.min(...medians) >= goal.atLeast : Math.max(...medians) <= goal.atMost;
  return medians.length > 0 && reached ? "met" : "missed";
}

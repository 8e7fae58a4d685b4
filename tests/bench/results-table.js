import { spread, verdict } from "./statistics.js";

/**
 * @typedef {import("./statistics.js").Spread} Spread
 *
 * @typedef {object} Result
 * @property {string} name
 * @property {string} baseline
 * @property {string} unit
 * @property {import("./statistics.js").Goal | undefined} [goal]
 * @property {import("./statistics.js").Verdict | "not measured" | "failed"} verdict
 * @property {Spread} [value] over the rounds, by the clock
 * @property {Spread | undefined} [byCpu] the same by CPU time of the servers
 * @property {number[]} [values]
 * @property {Record<string, unknown> | undefined} [details]
 * @property {string[]} notes
 */

/**
 * @param {import("./rows.js").Row} row
 * @param {import("./compare.js").Measured} measured
 * @returns {Result}
 */
export function resultOf({ name, baseline, unit = "ratio", goal }, measured) {
  const { values, byCpu, details, notes = [] } = measured;
  const value = spread(values);
  const cpu = byCpu && spread(byCpu);
  return {
    name,
    baseline,
    unit,
    goal,
    verdict: verdict(
      goal,
      [value, cpu].flatMap((one) => one?.median ?? []),
    ),
    value,
    byCpu: cpu,
    values,
    details,
    notes,
  };
}

/**
 * A row without figures.
 *
 * @param {import("./rows.js").Row} row
 * @param {"not measured" | "failed"} verdict
 * @param {string} why
 * @returns {Result}
 */
export function without({ name, baseline, unit = "ratio", goal }, verdict, why) {
  return { name, baseline, unit, goal, verdict, notes: [why] };
}

const HEAD = ["what", "against", "median (min–max)", "by server CPU", "goal", ""];

/** @param {readonly Result[]} results @returns {string} for a terminal */
export function table(results) {
  const lines = [HEAD, ...results.map(cells)];
  const widths = HEAD.map((_, column) =>
    Math.max(...lines.map((line) => line[column]?.length ?? 0)),
  );
  const text = lines.map((line) =>
    line
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join("  ")
      .trimEnd(),
  );
  text.splice(1, 0, widths.map((width) => "─".repeat(width)).join("  "));
  const notes = results.flatMap(({ name, notes }) => notes.map((note) => `${name}: ${note}.`));
  return [...text, "", ...notes].join("\n");
}

/** @param {Result} result @returns {string[]} */
function cells({ name, baseline, unit, goal, verdict, value, byCpu }) {
  return [name, baseline, range(value, unit), range(byCpu, "ratio"), goalText(goal), verdict];
}

/** @param {Spread | undefined} spread @param {string} unit */
function range(spread, unit) {
  if (spread === undefined) return "";
  const { median, min, max } = spread;
  const text = `${short(median)} (${short(min)}–${short(max)})`;
  return unit === "ratio" ? text : `${text} ${unit}`;
}

/** Three digits that count. @param {number} value */
function short(value) {
  return String(Number(value.toPrecision(3)));
}

/** @param {import("./statistics.js").Goal | undefined} goal */
function goalText(goal) {
  if (goal === undefined) return "";
  return "atLeast" in goal ? `≥ ${goal.atLeast}` : `≤ ${goal.atMost}`;
}

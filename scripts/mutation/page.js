import { LEAST_SCORE } from "./areas.js";

/**
 * @typedef {import("./report.js").Result} Result
 * @typedef {import("./report.js").Survivor} Survivor
 */

/**
 * The page of the documentation that says what the tests find and what they do not.
 *
 * @param {Result[]} results
 * @param {string} date as `2026-01-31`
 * @returns {string} Markdown
 */
export function mutationPage(results, date) {
  return [
    "# What the tests would not notice",
    `Measured on ${date} by \`npm run mutation\`, which writes this page. [The tests](testing.md#mutation) say how.`,
    `A mutant is the product with one thing changed: a condition turned round, a line left out, a number by one. Tests should find at least ${LEAST_SCORE} % of an area's. Below are those that they do not find, each with the reason why that is no fault.`,
    [
      "| area | mutants | found | score |",
      "| --- | --- | --- | --- |",
      ...results.map(
        ({ area, mutants, found, score }) =>
          `| ${area.name} | ${mutants} | ${found} | ${score.toFixed(1)} % |`,
      ),
    ].join("\n"),
    ...results.flatMap(section),
  ].join("\n\n");
}

/** @param {Result} result */
function section({ area, survivors }) {
  const leftOut = Object.entries(area.leftOut).map(([file, why]) => `- \`${file}\`: ${why}`);
  const reasons = [...new Set(survivors.map(reason))];
  return [
    `## ${area.name}`,
    `Mutated: ${area.paths.map((path) => `\`${path}\``).join(", ")}.`,
    ...(leftOut.length > 0 ? ["Not mutated:", leftOut.join("\n")] : []),
    ...(survivors.length > 0
      ? [
          "Not found:",
          reasons
            .flatMap((one) => [
              `- ${one}`,
              ...survivors.filter((survivor) => reason(survivor) === one).map(change),
            ])
            .join("\n"),
        ]
      : []),
  ];
}

/** @param {Survivor} survivor */
const reason = ({ file, why }) => `\`${file}\`: ${why}`;

/** @param {Survivor} survivor */
function change({ number, code, becomes }) {
  return `  - line ${number}: ${inCode(code)} becomes ${inCode(becomes)}`;
}

/** Longest quotation of code. */
const LONGEST = 80;

/** @param {string} text */
function inCode(text) {
  const shown = text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text;
  if (shown === "") return "nothing";
  if (['""', "``"].includes(shown)) return "an empty text";
  return shown.includes("`") ? `\`\` ${shown} \`\`` : `\`${shown}\``;
}

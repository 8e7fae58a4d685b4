import { LEAST_SCORE } from "./areas.js";

/**
 * @typedef {import("./areas.js").Area} Area
 *
 * @typedef {object} Mutant as the mutation testing report schema has it
 * @property {string} mutatorName
 * @property {string} [replacement]
 * @property {string} status
 * @property {{ start: Position, end: Position }} location
 * @typedef {{ line: number, column: number }} Position both from 1
 * @typedef {{ files: Record<string, { source: string, mutants: Mutant[] }> }} Report
 *
 * @typedef {object} Known a survivor that was judged
 * @property {string} file
 * @property {string} line as it stands in the source, without its indentation
 * @property {string[]} becomes what the survivors put in the place of code there
 * @property {string} why it survives
 *
 * @typedef {object} Survivor
 * @property {string} file
 * @property {number} number of its line
 * @property {string} line
 * @property {string} code what was replaced
 * @property {string} becomes
 * @property {string} why empty where nobody has judged it
 *
 * @typedef {object} Result of an area
 * @property {Area} area
 * @property {number} found mutants that a test found
 * @property {number} mutants
 * @property {number} score found of a hundred
 * @property {Survivor[]} survivors
 */

/** Mutants that cannot be, such as those that no compiler takes, count neither way. */
const COUNTED = ["Killed", "Timeout", "Survived", "NoCoverage"];
const SURVIVED = ["Survived", "NoCoverage"];

/**
 * What came of each area that was mutated.
 *
 * @param {Report} report
 * @param {readonly Area[]} areas
 * @param {readonly Known[]} known
 * @returns {Result[]}
 */
export function resultsOf({ files }, areas, known) {
  return areas
    .map((area) => {
      const inArea = Object.entries(files)
        .filter(([file]) => area.paths.some((path) => file.startsWith(path)))
        .flatMap(([file, { source, mutants }]) =>
          mutants
            .filter(({ status }) => COUNTED.includes(status))
            .map((mutant) => ({ file, source, mutant })),
        );
      const survivors = inArea
        .filter(({ mutant }) => SURVIVED.includes(mutant.status))
        .map(({ file, source, mutant }) => survivor(file, source, mutant, known));
      const mutants = inArea.length;
      const found = mutants - survivors.length;
      return { area, mutants, found, score: (100 * found) / mutants, survivors };
    })
    .filter(({ mutants }) => mutants > 0);
}

/**
 * @param {string} file
 * @param {string} source
 * @param {Mutant} mutant
 * @param {readonly Known[]} known
 * @returns {Survivor}
 */
function survivor(file, source, { location: { start, end }, replacement = "" }, known) {
  const lines = source.split("\n");
  const line = (lines[start.line - 1] ?? "").trim();
  const within = lines.slice(start.line - 1, end.line);
  within[within.length - 1] = (within.at(-1) ?? "").slice(0, end.column - 1);
  const code = oneLine(within.join("\n").slice(start.column - 1));
  const becomes = oneLine(replacement);
  const judged = known.find(
    (one) => one.file === file && one.line === line && one.becomes.includes(becomes),
  );
  return { file, number: start.line, line, code, becomes, why: judged?.why ?? "" };
}

/** @param {string} text */
const oneLine = (text) => text.replace(/\s+/g, " ").trim();

/** Whether tests find enough of each area, and each mutant that they do not find was judged. @param {Result[]} results */
export function isGoodEnough(results) {
  return results.every(
    ({ score, survivors }) => score >= LEAST_SCORE && survivors.every(({ why }) => why !== ""),
  );
}

/** The results as a table for the terminal, and each survivor that nobody has judged. @param {Result[]} results */
export function summary(results) {
  const open = results.flatMap(({ survivors }) => survivors).filter(({ why }) => why === "");
  return [
    ...results.map(
      ({ area, found, mutants, score }) =>
        `${area.name.padEnd(12)} ${score.toFixed(1).padStart(5)} %  ${found} of ${mutants}`,
    ),
    ...open.map(
      ({ file, number, code, becomes }) =>
        `✗ not judged: ${file}:${number}\n    ${code}\n  > ${becomes}`,
    ),
  ];
}

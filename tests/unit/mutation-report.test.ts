import { readFileSync } from "node:fs";
import { expect, it } from "vitest";
import { mutationPage } from "../../scripts/mutation/page.js";
import { isGoodEnough, resultsOf, summary } from "../../scripts/mutation/report.js";
import { known } from "../../scripts/mutation/survivors.js";

const limits = {
  name: "Limits",
  paths: ["server/limits/"],
  leftOut: { "server/limits/a.ts": "types alone" },
};
const session = { name: "Session", paths: ["server/session/"], leftOut: {} };
const FILE = "server/limits/b.server.ts";
const source = "export function half(points: number) {\n  return points / 2;\n}\n";
const KNOWN = { file: FILE, line: "return points / 2;", becomes: ["points * 2"], why: "It is." };

/** A report in which that line was changed so often, with what came of it. */
function report(...statuses: string[]) {
  const mutants = statuses.map((status) => ({
    mutatorName: "ArithmeticOperator",
    replacement: "points * 2",
    status,
    location: { start: { line: 2, column: 10 }, end: { line: 2, column: 20 } },
  }));
  return { files: { [FILE]: { source, mutants } } };
}

const judge = (statuses: string[], known = [KNOWN]) =>
  resultsOf(report(...statuses), [limits, session], known);

const NINE = Array.from({ length: 9 }, () => "Killed");

it("counts what tests found of what could be, in each area that was mutated", () => {
  const [result, ...others] = judge([
    "Killed",
    "Timeout",
    "Survived",
    "NoCoverage",
    "CompileError",
  ]);
  expect(result).toMatchObject({ area: limits, found: 2, mutants: 4, score: 50 });
  expect(others).toEqual([]);
});

it("names a survivor by its line, what was replaced there, by what, and why", () => {
  const [result] = judge([...NINE, "Survived"]);
  expect(result?.survivors).toEqual([
    {
      file: FILE,
      number: 2,
      line: "return points / 2;",
      code: "points / 2",
      becomes: "points * 2",
      why: "It is.",
    },
  ]);
});

it.each([
  ["enough found and the rest judged", [...NINE, "Survived"], [KNOWN], true],
  ["too few found", [...NINE, "Survived", "NoCoverage"], [KNOWN], false],
  ["a survivor that nobody has judged", [...NINE, "Survived"], [], false],
  ["one judged elsewhere", [...NINE, "Survived"], [{ ...KNOWN, file: "c.ts" }], false],
  ["one judged on another line", [...NINE, "Survived"], [{ ...KNOWN, line: "return 2;" }], false],
  ["one judged for other code", [...NINE, "Survived"], [{ ...KNOWN, becomes: ["2"] }], false],
])("takes %s for what it is", (_, statuses, known, enough) => {
  expect(isGoodEnough(judge(statuses, known))).toBe(enough);
});

it("tells each score, and where a survivor was not judged", () => {
  expect(summary(judge([...NINE, "Survived"], [])).join("\n")).toBe(
    "Limits        90.0 %  9 of 10\n" + `✗ not judged: ${FILE}:2\n    points / 2\n  > points * 2`,
  );
});

it("writes a page with the date, the scores, what was left out and what survives", () => {
  const page = mutationPage(judge([...NINE, "Survived"]), "2026-01-31");
  expect(page).toContain("Measured on 2026-01-31");
  expect(page).toContain("| Limits | 10 | 9 | 90.0 % |");
  expect(page).toContain("- `server/limits/a.ts`: types alone");
  expect(page).toContain(
    `- \`${FILE}\`: It is.\n  - line 2: \`points / 2\` becomes \`points * 2\``,
  );
});

it("judges only lines that still stand in the source", () => {
  const gone = known.filter(({ file, line }) => {
    const lines = readFileSync(file, "utf8").split("\n");
    return !lines.some((one) => one.trim() === line);
  });
  expect(gone).toEqual([]);
});

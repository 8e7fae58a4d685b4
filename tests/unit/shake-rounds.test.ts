import { describe, expect, it } from "vitest";
import { chooseSuites, shakeReport, shakenSteps } from "../../scripts/shake-rounds.js";
import type { Result } from "../../scripts/steps.js";

describe("what is shaken", () => {
  it("all suites, unless told", () => {
    const names = chooseSuites("", []).map(({ name }) => name);
    expect(names).toEqual(["unit", "integration", "browser", "engines"]);
  });

  it("one suite", () => {
    expect(chooseSuites("browser", [])).toEqual([{ name: "browser" }]);
  });

  it("test files, each in its own suite", () => {
    const files = ["tests/e2e/films.spec.ts", "tests/architecture", "tests/unit/films.test.ts"];
    expect(chooseSuites("", files)).toEqual([
      { name: "unit", files: ["tests/architecture", "tests/unit/films.test.ts"] },
      { name: "browser", files: ["tests/e2e/films.spec.ts"] },
    ]);
  });

  it.each([
    ["units", [], /no suite units.*unit, integration, browser, engines/],
    ["", ["films"], /films is in no folder of tests/],
  ])("refuses what there is not: %s %s", (only, files, message) => {
    expect(() => chooseSuites(only, files)).toThrow(message);
  });
});

it("a seed decides the order of files and of the tests in them", () => {
  const steps = shakenSteps(
    [{ name: "integration" }, { name: "browser", files: ["tests/e2e/films.spec.ts"] }],
    42,
  );
  expect(steps.map(({ alone }) => alone)).toEqual([
    "npx vitest run tests/integration --sequence.shuffle --sequence.seed=42",
    "npx playwright test -c tests/e2e tests/e2e/films.spec.ts --project=js --project=no-js --fully-parallel --shuffle=42",
  ]);
});

describe("the report", () => {
  const [step = expect.unreachable()] = shakenSteps([{ name: "browser" }], 1);
  const round = (seed: number, ...titles: string[]) => {
    const file = "tests/e2e/films.spec.ts";
    const failures = titles.map((title) => ({
      file,
      test: `${file} › [js] ${title}`,
      complaint: "Error: late\nExpected: 1",
      command: "",
    }));
    const tests = { passed: 9, failed: titles.length, failures };
    const outcome = titles.length > 0 ? "failed" : "passed";
    const result: Result = { step, outcome, began: 0, took: 1, output: "", tests };
    return { seed, results: [result] };
  };

  it("names each test that failed once, with its seeds and what shakes it again", () => {
    const rounds = [round(7, "plays"), round(8), round(9, "stops", "plays")];
    expect(shakeReport(rounds)).toEqual({
      lines: [
        "",
        "✗ tests/e2e/films.spec.ts › [js] plays (seed 7, 9)",
        "    Error: late",
        "    Expected: 1",
        "  > npm run test:shake -- --seed 7 tests/e2e/films.spec.ts",
        "✗ tests/e2e/films.spec.ts › [js] stops (seed 9)",
        "    Error: late",
        "    Expected: 1",
        "  > npm run test:shake -- --seed 9 tests/e2e/films.spec.ts",
        "3 rounds, 2 failed",
      ],
      failed: 2,
    });
  });

  it("names a suite that failed without a test of its own", () => {
    const [result = expect.unreachable()] = round(7).results;
    const broken = { ...result, outcome: "failed" as const, output: "No browser\n" };
    expect(shakeReport([{ seed: 7, results: [broken] }]).lines).toEqual([
      "",
      "✗ Browser tests (seed 7)",
      "    No browser",
      "  > npm run test:shake -- --seed 7 --only browser",
      "1 round, 1 failed",
    ]);
  });

  it("says that nothing failed", () => {
    expect(shakeReport([round(7), round(8)])).toEqual({
      lines: ["", "2 rounds, 0 failed"],
      failed: 0,
    });
  });
});

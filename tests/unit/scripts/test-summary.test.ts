import { expect, it } from "vitest";
import { conclusion } from "../../../scripts/test-summary.js";
import type { Result } from "../../../scripts/steps.js";

function result(name: string, more: Partial<Result> = {}): Result {
  const step = { name, command: [], alone: `npm run ${name.toLowerCase()}`, needs: ["Build"] };
  const tests = { passed: 0, failed: 0, failures: [] };
  return { step, outcome: "passed", began: 0, took: 1, output: "", tests, ...more };
}

const failure = {
  file: "tests/unit/sums.test.ts",
  test: "tests/unit/sums.test.ts › adds",
  complaint: "Error: not so\n+ 1",
  command: "npx vitest run tests/unit/sums.test.ts -t adds",
};

it("when all passed, the end says how long each step took, what was skipped, and the counts last", () => {
  const unit = result("Unit", {
    began: 58.2,
    took: 22.6,
    tests: { passed: 7, failed: 0, failures: [] },
  });
  expect(conclusion([result("Build", { took: 58.2 }), unit], ["Journey. Install it."])).toEqual({
    lines: [
      "",
      " 58 s  from   0 s  passed   Build",
      " 23 s  from  58 s  passed   Unit (7 passed, 0 failed)",
      "",
      "!!! SKIPPED: Journey. Install it.",
      "8 passed, 0 failed",
    ],
    failed: 0,
  });
});

it("each failed test is told with its complaint and the command that runs it alone", () => {
  const tests = { passed: 7, failed: 1, failures: [failure] };
  const { lines, failed } = conclusion([result("Unit", { outcome: "failed", tests })]);
  expect(lines.slice(3)).toEqual([
    "✗ tests/unit/sums.test.ts › adds",
    "    Error: not so",
    "    + 1",
    "  > npx vitest run tests/unit/sums.test.ts -t adds",
    "7 passed, 1 failed",
  ]);
  expect(failed).toBe(1);
});

it("a step without tests is told with the end of its output", () => {
  const output = `${"much\n".repeat(20)}\n✖ 1 problem\n\n`;
  const { lines } = conclusion([result("Lint", { outcome: "failed", output })]);
  expect(lines.slice(3)).toEqual([
    "✗ Lint",
    ...Array<string>(7).fill("    much"),
    "    ✖ 1 problem",
    "  > npm run lint",
    "0 passed, 1 failed",
  ]);
});

it("tests that passed in a step that failed all the same do not hide that", () => {
  const tests = { passed: 7, failed: 0, failures: [] };
  const { lines } = conclusion([result("Unit", { outcome: "failed", output: "Unhandled", tests })]);
  expect(lines).toContain("✗ Unit");
  expect(lines.at(-1)).toBe("7 passed, 1 failed");
});

it("what was not run counts as failed, and says why", () => {
  const { lines } = conclusion([result("Browser tests", { outcome: "not run" })]);
  expect(lines.slice(3)).toEqual([
    "✗ Browser tests: not run, because it needs Build",
    "0 passed, 1 failed",
  ]);
});

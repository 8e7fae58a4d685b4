import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { countPlaywright, countVitest } from "../../scripts/test-report.js";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "test-report-"));
});
afterEach(() => rmSync(folder, { recursive: true }));

function report(content: object) {
  const file = join(folder, "report.json");
  writeFileSync(file, JSON.stringify(content));
  return file;
}

it("a failed test of vitest is named with its file and what it complained of", () => {
  const assertionResults = [
    { fullName: "adds", status: "passed" },
    { fullName: "divides by nought", status: "failed", failureMessages: ["Error: not so\n  at…"] },
  ];
  const broken = {
    name: "tests/unit/broken.test.ts",
    status: "failed",
    message: "No such module",
    assertionResults: [{ fullName: "never came to it", status: "skipped" }],
  };
  const file = report({
    numPassedTests: 1,
    numFailedTests: 1,
    testResults: [
      { name: "tests/unit/sums.test.ts", status: "failed", message: "", assertionResults },
      broken,
    ],
  });
  expect(countVitest(file)).toEqual({
    passed: 1,
    failed: 1,
    failures: [
      "tests/unit/sums.test.ts › divides by nought › Error: not so",
      "tests/unit/broken.test.ts › No such module",
    ],
  });
});

it("a failed test of Playwright is named with its project, however deep its group lies", () => {
  const spec = (title: string, status: string, message?: string) => ({
    title,
    file: "menu.spec.ts",
    tests: [{ projectName: "js", status, results: [{ error: message ? { message } : undefined }] }],
  });
  const file = report({
    stats: { expected: 1, unexpected: 2, flaky: 0 },
    suites: [
      {
        specs: [
          spec("opens", "expected"),
          spec("closes", "unexpected", "\u001b[31mToo late\u001b[39m\nat…"),
        ],
        suites: [{ specs: [spec("by key", "unexpected")] }],
      },
    ],
  });
  expect(countPlaywright(file)).toEqual({
    passed: 1,
    failed: 2,
    failures: ["menu.spec.ts › [js] closes › Too late", "menu.spec.ts › [js] by key"],
  });
});

it("a step that left no report counts as nothing", () => {
  const nothing = { passed: 0, failed: 0, failures: [] };
  expect(countVitest(join(folder, "none.json"))).toEqual(nothing);
  expect(countPlaywright(join(folder, "none.json"))).toEqual(nothing);
});

import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { countPlaywright, countVitest } from "../../../scripts/test-report.js";

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

const vitestReport = (...testResults: object[]) => ({
  numPassedTests: 1,
  numFailedTests: 1,
  testResults,
});

it("a failed test of vitest is told with what it complained of and what runs it alone", () => {
  const assertionResults = [
    { fullName: "adds", status: "passed" },
    {
      fullName: 'divides "1" by nought (twice)',
      status: "failed",
      failureMessages: [
        "Error: \u001b[31mnot\u001b[39m so\n\n+ 1\n- 2\n    at sums.ts:1:2\n    at…",
      ],
    },
  ];
  const sums = { name: resolve("tests/unit/sums.test.ts"), status: "failed", assertionResults };
  expect(countVitest(report(vitestReport(sums)))).toEqual({
    passed: 1,
    failed: 1,
    failures: [
      {
        file: "tests/unit/sums.test.ts",
        test: 'tests/unit/sums.test.ts › divides "1" by nought (twice)',
        complaint: "Error: not so\n+ 1\n- 2",
        command: 'npx vitest run tests/unit/sums.test.ts -t "divides .1. by nought .twice."',
      },
    ],
  });
});

it("a test whose name is part of another one's is run alone all the same", () => {
  const assertionResults = [
    { fullName: "adds slowly", status: "passed" },
    { fullName: "adds", status: "failed", failureMessages: ["Error"] },
  ];
  const sums = { name: resolve("tests/unit/sums.test.ts"), status: "failed", assertionResults };
  const { failures } = countVitest(report(vitestReport(sums)));
  expect(failures[0]?.command).toBe('npx vitest run tests/unit/sums.test.ts -t "^adds$"');
});

it("a file of vitest that fails before its first test is told as a whole", () => {
  const broken = {
    name: resolve("tests/unit/broken.test.ts"),
    status: "failed",
    message: "No such module",
    assertionResults: [{ fullName: "never came to it", status: "skipped" }],
  };
  expect(countVitest(report(vitestReport(broken))).failures).toEqual([
    {
      file: "tests/unit/broken.test.ts",
      test: "tests/unit/broken.test.ts",
      complaint: "No such module",
      command: "npx vitest run tests/unit/broken.test.ts",
    },
  ]);
});

it("a failed test of Playwright is told with its project and its line, however deep its group lies", () => {
  const spec = (title: string, line: number, status: string, message?: string) => ({
    title,
    file: "menu.spec.ts",
    line,
    tests: [{ projectName: "js", status, results: [{ error: message ? { message } : undefined }] }],
  });
  const file = report({
    stats: { expected: 2, unexpected: 3, flaky: 0 },
    suites: [
      {
        title: "menu.spec.ts",
        specs: [
          spec("opens", 3, "expected"),
          spec("closes", 5, "unexpected", "Error: too late\nExpected: 1\n\nCall log:\n  - waiting"),
        ],
        suites: [
          {
            title: "by key",
            specs: [
              spec("Enter", 9, "unexpected", "Error"),
              spec("Tab", 12, "expected"),
              spec("Escape?", 12, "unexpected", "Error"),
            ],
          },
        ],
      },
    ],
  });
  const run = "npx playwright test -c tests/e2e tests/e2e/menu.spec.ts";
  expect(countPlaywright(file, "tests/e2e")).toEqual({
    passed: 2,
    failed: 3,
    failures: [
      {
        file: "tests/e2e/menu.spec.ts",
        test: "tests/e2e/menu.spec.ts › [js] closes",
        complaint: "Error: too late\nExpected: 1",
        command: `${run}:5 --project=js`,
      },
      {
        file: "tests/e2e/menu.spec.ts",
        test: "tests/e2e/menu.spec.ts › [js] by key › Enter",
        complaint: "Error",
        command: `${run}:9 --project=js`,
      },
      {
        file: "tests/e2e/menu.spec.ts",
        test: "tests/e2e/menu.spec.ts › [js] by key › Escape?",
        complaint: "Error",
        command: `${run}:12 --project=js -g "Escape."`,
      },
    ],
  });
});

it("a step that left no report counts as nothing", () => {
  const nothing = { passed: 0, failed: 0, failures: [] };
  expect(countVitest(join(folder, "none.json"))).toEqual(nothing);
  expect(countPlaywright(join(folder, "none.json"), "tests/e2e")).toEqual(nothing);
});

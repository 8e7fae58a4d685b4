import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { text } from "node:stream/consumers";
import { afterAll, expect, it } from "vitest";
import type { Step } from "../../../scripts/steps.js";

const folder = mkdtempSync(join(tmpdir(), "steps-"));
const temporary = join(folder, "temporary");
mkdirSync(temporary);
afterAll(() => rmSync(folder, { recursive: true }));

/** Runs lanes of steps in the same way as `npm test`. */
function start(lanes: Step[][], STRICT = "") {
  const code = `import { runSteps } from ${JSON.stringify(join(process.cwd(), "scripts/steps.js"))};
    await runSteps(${JSON.stringify(lanes)}, ["redis"])`;
  const runner = spawn("node", ["scripts/contained.js", "--input-type=module", "-e", code], {
    env: { ...process.env, TMPDIR: temporary, STRICT },
    stdio: ["ignore", "pipe", "inherit"],
  });
  return { runner, output: text(runner.stdout), exited: once(runner, "exit") };
}

it.each([
  ["", "!!! SKIPPED: redis\n", "8 passed, 4 failed\n"],
  ["1", "✗ MISSING: redis\n", "8 passed, 5 failed\n"],
])("the last lines list failures and missing parts, STRICT=%s", async (STRICT, missing, counts) => {
  const report = join(folder, "report.json");
  writeFileSync(report, '{ "numPassedTests": 7, "numFailedTests": 2 }');
  const lanes: Step[][] = [
    [
      { name: "build", command: "echo no disk; exit 3" },
      { name: "tests", command: "true", needs: ["build"] },
    ],
    [
      { name: "unit", command: "exit 1", report, one: "unit FILE" },
      { name: "lint", command: "true" },
    ],
  ];
  const { output, exited } = start(lanes, STRICT);
  expect(await exited).toEqual([1, null]);
  expect(await output).toContain("no disk");
  const failures =
    "✗ build: echo no disk; exit 3\n✗ unit: unit FILE\n✗ tests: not run without build\n";
  expect((await output).endsWith(missing + failures + counts)).toBe(true);
});

import { execFileSync, spawn } from "node:child_process";
import { once } from "node:events";
import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { withProjectLock } from "../../../scripts/project-lock.js";

/** Program that holds the project lock while its child copies a pipe to standard output. */
const HOLDER = `
  import { withProjectLock } from "./scripts/project-lock.js";
  import { run } from "./scripts/run.js";
  await withProjectLock((lock) => run("cat", process.argv.slice(1), { lock }));`;

it("an install or build waits for the current holder of the lock, and for children of a killed holder", async () => {
  vi.spyOn(console, "error").mockReturnValue(undefined);
  const folder = mkdtempSync(join(tmpdir(), "pulse-lock-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const pipe = join(folder, "pipe");
  execFileSync("mkfifo", [pipe]);
  const holder = spawn(process.execPath, ["--input-type=module", "--eval", HOLDER, pipe], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const input = openSync(pipe, "r+");
  const echo = async (text: string) => {
    writeSync(input, text);
    await once(holder.stdout, "data");
  };
  await echo("the first has the lock");
  const order: string[] = [];
  const others = ["second", "third"].map((name) =>
    withProjectLock(async () => {
      order.push(name);
      await new Promise(setImmediate);
      order.push(name);
    }),
  );
  await echo("it still has");
  holder.kill("SIGKILL");
  await once(holder, "exit");
  await echo("its child has");
  expect(order).toEqual([]);
  closeSync(input);
  await Promise.all(others);
  const [first, , second] = order;
  expect(order).toEqual([first, first, second, second]);
  expect(first).not.toBe(second);
});

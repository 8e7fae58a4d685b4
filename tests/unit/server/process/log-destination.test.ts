import { spawnSync } from "node:child_process";
import { constants, mkdtempSync, openSync, readSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createLogDestination } from "server/process/log-destination.server";

const LINE = `${JSON.stringify({ level: 30, msg: "é".repeat(200) })}\n`;

it("holds a bounded number of lines for a reader that is stuck, and tells it how many it missed", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "pulse-")), "pipe");
  spawnSync("mkfifo", [path]);
  // It stays open: a destination goes on trying to write, and would write to whatever is given its number next.
  const pipe = openSync(path, constants.O_RDWR | constants.O_NONBLOCK);
  const log = createLogDestination(pipe);
  const lines = 10_000;
  for (let line = 0; line < lines; line += 1) log.write(LINE);
  expect(log.dropped()).toBeGreaterThan(lines / 2);

  const chunks: Buffer[] = [];
  const text = () => Buffer.concat(chunks).toString();
  await expect
    .poll(() => {
      chunks.push(...readAll(pipe));
      log.write(LINE);
      return text().includes("log lines dropped");
    })
    .toBe(true);
  const whole = text().split("\n").slice(0, -1);
  const told = whole.map((line) => JSON.parse(line) as object).filter((one) => "dropped" in one);
  expect(told).toMatchObject([
    { level: 40, dropped: log.dropped(), reason: "the reader is too slow" },
  ]);
});

/** What lies in a pipe at this moment. */
function readAll(pipe: number): Buffer[] {
  const read: Buffer[] = [];
  for (;;) {
    const buffer = Buffer.alloc(65_536);
    try {
      read.push(buffer.subarray(0, readSync(pipe, buffer)));
    } catch {
      return read; // EAGAIN: it is empty
    }
  }
}

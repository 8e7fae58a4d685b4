import { spawnSync } from "node:child_process";
import { constants, mkdtempSync, openSync, readSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it } from "vitest";
import { createLogDestination } from "server/process/log-destination.server";

const LINE = `${JSON.stringify({ level: 30, msg: "é".repeat(200) })}\n`;

it("keeps a bounded number of lines for a blocked reader, and logs how many were dropped", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "pulse-")), "pipe");
  spawnSync("mkfifo", [path]);
  // The pipe stays open: the destination retries, and would write to the next file with the same descriptor.
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
  const texts = text().split("\n").slice(0, -1);
  const notices = texts.map((line) => JSON.parse(line) as object).filter((row) => "dropped" in row);
  expect(notices).toMatchObject([
    { level: 40, dropped: log.dropped(), reason: "the reader is too slow" },
  ]);
});

/** Reads everything that a pipe currently contains. */
function readAll(pipe: number): Buffer[] {
  const buffers: Buffer[] = [];
  for (;;) {
    const buffer = Buffer.alloc(65_536);
    try {
      buffers.push(buffer.subarray(0, readSync(pipe, buffer)));
    } catch {
      return buffers; // EAGAIN: the pipe is empty
    }
  }
}

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { closeSync, constants, mkdtempSync, openSync, readFileSync, truncateSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { WITHOUT_UPSTREAM } from "../support/built-server";
import { freePort } from "../support/free-port";
import { rawRequest } from "../support/raw-request";

/** The built server with its standard output where a shell command puts it; resolves when it answers. */
async function start(output: number | "ignore", shell = ["sh", "-c"], prelude = "") {
  const port = String(await freePort());
  const [program = "", ...args] = shell;
  const command = `${prelude} exec "${process.execPath}" server/main.js`;
  const child = spawn(program, [...args, command], {
    env: { ...WITHOUT_UPSTREAM, NODE_ENV: "production", PATH: process.env.PATH, PORT: port },
    stdio: ["ignore", output, "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = `http://localhost:${port}`;
  const healthy = () => rawRequest(url, "/healthz").then(({ status }) => status, String);
  await expect.poll(healthy).toBe(200);
  return { url, child, healthy };
}

/** Asks for pages until lines have been dropped. @returns how many, once nothing more is logged */
async function fill(url: string): Promise<number> {
  await expect
    .poll(async () => {
      const asked = Array.from({ length: 50 }, () => rawRequest(url, "/favicon.svg"));
      for (const { status } of await Promise.all(asked)) expect(status).toBe(200);
      return dropped(url);
    })
    .toBeGreaterThan(0);
  return dropped(url);
}

async function dropped(url: string): Promise<number> {
  const { body } = await rawRequest(url, "/metrics");
  return Number(/^log_lines_dropped_total (\d+)$/m.exec(body)?.[1]);
}

async function drain(child: ChildProcess): Promise<unknown> {
  const left = once(child, "exit");
  child.kill("SIGTERM");
  return (await left)[0];
}

const folder = mkdtempSync(join(tmpdir(), "pulse-log-"));

/**
 * A shell with a disk of 32 KB, which nobody else sees and which goes with what the shell starts; without the right to
 * mount one, a limit on the size of files.
 */
function smallDisk(): {
  shell: string[];
  prelude: string;
  rootOf: (child: ChildProcess) => string;
} {
  const mount = `mount -t tmpfs -o size=32k tmpfs "${folder}"`;
  const shell = ["unshare", "--mount", "sh", "-c"];
  if (spawnSync("unshare", [...shell.slice(1), mount]).status === 0) {
    return { shell, prelude: `${mount};`, rootOf: ({ pid }) => `/proc/${pid}/root` };
  }
  process.stderr.write(
    "!!! SKIPPED: no right to mount a small disk; a file's limit fills instead\n",
  );
  return { shell: ["sh", "-c"], prelude: "ulimit -f 32;", rootOf: () => "" };
}

it("a full log disk costs no request: lines are dropped, counted and told of, and TERM still drains", async () => {
  const { shell, prelude, rootOf } = smallDisk();
  const log = join(folder, "log");
  const { url, child, healthy } = await start("ignore", shell, `${prelude} exec >>"${log}";`);
  const file = rootOf(child) + log;
  await fill(url);
  expect(await healthy()).toBe(200);

  truncateSync(file, 0);
  const lines = () => readFileSync(file, "utf8").trimEnd().split("\n");
  await expect
    .poll(async () => {
      await rawRequest(url, "/favicon.svg");
      return lines().length;
    })
    .toBeGreaterThan(1);
  const logged = lines().flatMap((line) =>
    line.startsWith("{") ? [JSON.parse(line) as object] : [],
  );
  expect(logged[0]).toMatchObject({
    level: 40,
    dropped: await dropped(url),
    msg: "log lines dropped",
  });

  await fill(url);
  expect(await drain(child)).toBe(0);
});

it("a reader of the log that is stuck, and then gone, costs no request", async () => {
  const path = join(mkdtempSync(join(tmpdir(), "pulse-")), "pipe");
  spawnSync("mkfifo", [path]);
  const reader = openSync(path, constants.O_RDWR);
  const { url, child, healthy } = await start(reader);
  // More than a pipe holds.
  for (let round = 0; round < 8; round += 1) {
    await Promise.all(Array.from({ length: 50 }, () => rawRequest(url, "/favicon.svg")));
  }
  expect(await healthy()).toBe(200);
  closeSync(reader);
  await fill(url);
  expect(await healthy()).toBe(200);
  expect(await drain(child)).toBe(0);
});

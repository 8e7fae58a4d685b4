import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { expect, it, vi } from "vitest";
import { startSandbox, type ForkProcess } from "server/process/sandbox-process.server";

let child = new EventEmitter();
// Contains the members of a child process that the sandbox uses.
const forkProcess = vi.fn<ForkProcess>(
  () => (child = new EventEmitter()) as unknown as ChildProcess,
);
const logger = { info: vi.fn(), error: vi.fn() };
const start = () =>
  // Contains the methods of a logger that the sandbox uses.
  startSandbox({ db: "/nowhere", logLevel: "silent", logger: logger as never, forkProcess });

it("a sandbox that cannot be started, or ends before it listens, rejects callers", async () => {
  for (const event of [
    ["error", new Error("spawn EAGAIN")],
    ["exit", 1],
  ] as const) {
    const { url } = start();
    child.emit(event[0], event[1]);
    await expect(url).rejects.toThrow("not running");
  }
  const { url } = start();
  child.emit("message", { type: "listening", port: 4242 });
  expect(await url).toBe("http://127.0.0.1:4242");
});

it("a sandbox inherits neither this process's environment nor its Node arguments", () => {
  start();
  const env = { NODE_ENV: "production", SANDBOX_DB: "/nowhere", LOG_LEVEL: "silent" };
  expect(forkProcess.mock.lastCall?.[1]).toMatchObject({ env, execArgv: [] });
  expect(forkProcess.mock.lastCall?.[1].env).toEqual(env);
});

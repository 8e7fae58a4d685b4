import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startSandbox, type ForkProcess } from "server/process/sandbox-process.server";

const logger = { info: vi.fn(), error: vi.fn() };
const forkProcess = vi.fn<ForkProcess>();
const start = () =>
  // Contains the methods of a logger that the sandbox uses.
  startSandbox({ db: "/nowhere", logLevel: "silent", logger: logger as never, forkProcess });

class FakeChild extends EventEmitter {
  kill = vi.fn(() => true);
}

const children: FakeChild[] = [];
const child = () => children.at(-1) ?? new FakeChild();
const emitListening = () => child().emit("message", { type: "listening", port: 4242 });
const SANDBOX_URL = "http://127.0.0.1:4242";
beforeEach(() => {
  vi.useFakeTimers();
  children.length = 0;
  forkProcess.mockImplementation(() => {
    children.push(new FakeChild());
    // Contains the members of a child process that the sandbox uses.
    return child() as unknown as ChildProcess;
  });
});
afterEach(() => {
  forkProcess.mockReset();
});

it("a sandbox that cannot be started, or ends before it listens, rejects callers", async () => {
  for (const event of [
    ["error", new Error("spawn EAGAIN")],
    ["exit", 1],
  ] as const) {
    const { url } = start();
    child().emit(event[0], event[1]);
    await expect(url).rejects.toThrow("not running");
  }
  const { url } = start();
  emitListening();
  expect(await url).toBe(SANDBOX_URL);
});

it("a sandbox inherits neither this process's environment nor its Node arguments", () => {
  start();
  const env = { NODE_ENV: "production", SANDBOX_DB: "/nowhere", LOG_LEVEL: "silent" };
  expect(forkProcess.mock.lastCall?.[1]).toMatchObject({ env, execArgv: [] });
  expect(forkProcess.mock.lastCall?.[1].env).toEqual(env);
});

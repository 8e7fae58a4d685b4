import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startSandbox, type ForkProcess } from "server/process/sandbox-process.server";

const logger = { info: vi.fn(), error: vi.fn() };
const forkProcess = vi.fn<ForkProcess>();
const start = () =>
  // Contains the methods of a logger that the sandbox uses.
  startSandbox({ db: "/nowhere", logLevel: "silent", logger: logger as never, forkProcess });

/** A fake child process. Without a `pid` it was not started. */
class FakeChild extends EventEmitter {
  kill = vi.fn(() => true);
  constructor(readonly pid?: number) {
    super();
  }
}

const children: FakeChild[] = [];
const child = () => children.at(-1) ?? new FakeChild();
const emitListening = () => child().emit("message", { type: "listening", port: 4242 });
const SANDBOX_URL = "http://127.0.0.1:4242";
let pid: number | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  children.length = 0;
  pid = 1;
  forkProcess.mockImplementation(() => {
    children.push(new FakeChild(pid));
    // Contains the members of a child process that the sandbox uses.
    return child() as unknown as ChildProcess;
  });
});
afterEach(() => {
  forkProcess.mockReset();
});

it("a sandbox that cannot be started, or has left, rejects callers", async () => {
  pid = undefined;
  const unstarted = start();
  const url = unstarted.url();
  child().emit("error", new Error("spawn EAGAIN"));
  await expect(url).rejects.toThrow("not running");
  pid = 1;
  const sandbox = start();
  emitListening();
  expect(await sandbox.url()).toBe(SANDBOX_URL);
  // An undelivered signal does not end the process.
  child().emit("error", new Error("kill EPERM"));
  expect(await sandbox.url()).toBe(SANDBOX_URL);
  child().emit("exit", 1);
  await expect(sandbox.url()).rejects.toThrow("not running");
});

it("a sandbox inherits neither this process's environment nor its Node arguments", () => {
  start();
  const env = { NODE_ENV: "production", SANDBOX_DB: "/nowhere", LOG_LEVEL: "silent" };
  expect(forkProcess.mock.lastCall?.[1]).toMatchObject({ env, execArgv: [] });
  expect(forkProcess.mock.lastCall?.[1].env).toEqual(env);
});

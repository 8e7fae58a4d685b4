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

it("a sandbox that cannot be started rejects callers and is restarted after growing delays", async () => {
  pid = undefined;
  const sandbox = start();
  for (const delay of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    const url = sandbox.url();
    child().emit("error", new Error("spawn EAGAIN"));
    await expect(url).rejects.toThrow("not running");
    await expect(sandbox.url()).rejects.toThrow("not running");
    const before = children.length;
    await vi.advanceTimersByTimeAsync(delay - 1);
    expect(children).toHaveLength(before);
    pid = delay === 30_000 ? 1 : undefined;
    await vi.advanceTimersByTimeAsync(1);
    expect(children).toHaveLength(before + 1);
    if (pid !== undefined) child().emit("exit", 1);
  }
  await vi.advanceTimersByTimeAsync(30_000);
  emitListening();
  expect(await sandbox.url()).toBe(SANDBOX_URL);
  // An undelivered signal does not end the process.
  child().emit("error", new Error("kill EPERM"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await sandbox.url()).toBe(SANDBOX_URL);
});

it("a sandbox whose start throws an error is restarted, unless it was stopped meanwhile", async () => {
  const throwOnce = () =>
    forkProcess.mockImplementationOnce(() => {
      throw new Error("spawn ENOMEM");
    });
  throwOnce();
  const sandbox = start();
  await expect(sandbox.url()).rejects.toThrow("not running");
  await vi.advanceTimersByTimeAsync(500);
  emitListening();
  expect(await sandbox.url()).toBe(SANDBOX_URL);
  throwOnce();
  start().stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(children).toHaveLength(1);
});

it.each(["is starting", "is listening", "has exited"])(
  "a sandbox that %s can be stopped, and is not restarted",
  async (state) => {
    const sandbox = start();
    if (state !== "is starting") emitListening();
    if (state === "has exited") child().emit("exit", 1);
    sandbox.stop();
    child().emit("exit", null);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(sandbox.url()).rejects.toThrow("not running");
    expect(children).toHaveLength(1);
  },
);

it("a sandbox inherits neither this process's environment nor its Node arguments", () => {
  start();
  const env = { NODE_ENV: "production", SANDBOX_DB: "/nowhere", LOG_LEVEL: "silent" };
  expect(forkProcess.mock.lastCall?.[1]).toMatchObject({ env, execArgv: [] });
  expect(forkProcess.mock.lastCall?.[1].env).toEqual(env);
});

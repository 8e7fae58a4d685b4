import type { ChildProcess } from "node:child_process";
import { EventEmitter } from "node:events";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { startSandbox, type ForkProcess } from "server/process/sandbox-process.server";

const logger = { info: vi.fn(), error: vi.fn() };
const forkProcess = vi.fn<ForkProcess>();
const start = () =>
  // Of a logger nothing else is used.
  startSandbox({ db: "/nowhere", logLevel: "silent", logger: logger as never, forkProcess });

/** A process that is there once it has a `pid`. */
class FakeChild extends EventEmitter {
  kill = vi.fn(() => true);
  constructor(readonly pid?: number) {
    super();
  }
}

const children: FakeChild[] = [];
const child = () => children.at(-1) ?? new FakeChild();
const listens = () => child().emit("message", { type: "listening", port: 4242 });
const URL_OF_IT = "http://127.0.0.1:4242";
let pid: number | undefined;

beforeEach(() => {
  vi.useFakeTimers();
  children.length = 0;
  pid = 1;
  forkProcess.mockImplementation(() => {
    children.push(new FakeChild(pid));
    // It has what of a child process is used.
    return child() as unknown as ChildProcess;
  });
});
afterEach(() => {
  forkProcess.mockReset();
});

it("a sandbox that cannot be spawned turns callers away and is tried again, ever later", async () => {
  pid = undefined;
  const sandbox = start();
  for (const delay of [500, 1_000, 2_000, 4_000, 8_000, 16_000, 30_000, 30_000]) {
    const waiting = sandbox.url();
    child().emit("error", new Error("spawn EAGAIN"));
    await expect(waiting).rejects.toThrow("not running");
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
  listens();
  expect(await sandbox.url()).toBe(URL_OF_IT);
  // A signal that was not delivered is not its end.
  child().emit("error", new Error("kill EPERM"));
  await vi.advanceTimersByTimeAsync(60_000);
  expect(await sandbox.url()).toBe(URL_OF_IT);
});

it("a sandbox that cannot even be asked for is tried again, unless it was stopped meanwhile", async () => {
  const throwOnce = () =>
    forkProcess.mockImplementationOnce(() => {
      throw new Error("spawn ENOMEM");
    });
  throwOnce();
  const sandbox = start();
  const refused = expect(sandbox.url()).rejects.toThrow("not running");
  await refused;
  await vi.advanceTimersByTimeAsync(500);
  listens();
  expect(await sandbox.url()).toBe(URL_OF_IT);
  throwOnce();
  start().stop();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(children).toHaveLength(1);
});

it.each(["is not there yet", "is listening", "has left"])(
  "a sandbox that %s can be stopped, for good",
  async (when) => {
    const sandbox = start();
    if (when !== "is not there yet") listens();
    if (when === "has left") child().emit("exit", 1);
    sandbox.stop();
    child().emit("exit", null);
    await vi.advanceTimersByTimeAsync(60_000);
    await expect(sandbox.url()).rejects.toThrow("not running");
    expect(children).toHaveLength(1);
  },
);

it("a sandbox is given neither this process's environment nor its arguments", () => {
  start();
  const env = { NODE_ENV: "production", SANDBOX_DB: "/nowhere", LOG_LEVEL: "silent" };
  expect(forkProcess.mock.lastCall?.[1]).toMatchObject({ env, execArgv: [] });
  expect(forkProcess.mock.lastCall?.[1].env).toEqual(env);
});

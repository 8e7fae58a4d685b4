import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../process/logger.server";
import type { Sandbox } from "../process/sandbox-process.server";
import { forEachChart } from "../upstream/contracts/dashboard.server";
import type { CoreApi } from "../upstream/core-api.server";
import { UpstreamError } from "../upstream/upstream-error.server";

/** Longest waits. A new sandbox fills its database before it listens. */
const SANDBOX_WAIT_MS = 30_000;
const SELF_TEST_WAIT_MS = 2_000;
/** How often connections are tried. */
const EVERY_MS = 60_000;

/** Begins the start at once: waits for the sandbox and runs the self-test. */
export function start(parts: {
  sandbox: Sandbox | null;
  /** Called when the sandbox, which has said why, is not there. */
  onNoSandbox: () => void;
  /** Bypasses the cache, which the self-test must not fill, but uses the breaker, which opens for a dead upstream. */
  coreApi: CoreApi;
  /** Try upstreams that are called for visitors alone, of whom there are none at night. By name. */
  connections: Record<string, () => Promise<void>>;
  logger: Logger;
}) {
  const { sandbox, onNoSandbox, coreApi, connections, logger } = parts;
  let selfTest: SelfTest | null = null;
  let ready = false;

  const tryAll = () => Promise.allSettled(Object.values(connections).map((tryNow) => tryNow()));
  setInterval(() => void tryAll(), EVERY_MS).unref();

  async function run(): Promise<void> {
    await Promise.race([sandbox?.url.catch(onNoSandbox), unreferenced(SANDBOX_WAIT_MS)]);
    const test = runSelfTest(coreApi, connections, logger).then((result) => {
      selfTest = result;
    });
    await Promise.race([test, unreferenced(SELF_TEST_WAIT_MS)]);
    ready = true;
  }

  return {
    /** Settles when the process is ready. A slow upstream does not delay it. */
    started: run(),
    ready: () => ready,
    /** Returns the result of the self-test; null until the test has run. */
    selfTest: () => selfTest,
  };
}

function unreferenced(milliseconds: number): Promise<void> {
  return delay(milliseconds, undefined, { ref: false });
}

export type SelfTest = Awaited<ReturnType<typeof runSelfTest>>;

/** The calls of the dashboard's self-test. */
const calls: Record<string, (coreApi: CoreApi) => Promise<unknown>> = {
  metrics: (coreApi) => coreApi.metrics(),
  ...forEachChart((name) => (coreApi: CoreApi) => coreApi[name]()),
  trips: (coreApi) => coreApi.trips({ page: 1, limit: 5 }),
};

/**
 * Makes the core API calls that the dashboard needs, and the further checks, and logs one line for each. Never rejects:
 * the result contains the failures.
 *
 * @returns `ranAt`: the start in epoch milliseconds; of each check `ms`: whole milliseconds
 */
export async function runSelfTest(coreApi: CoreApi, further: typeof calls = {}, logger?: Logger) {
  const ranAt = Date.now();
  const all: typeof calls = { ...calls, ...further };
  const checks = Object.entries(all).map(async ([name, call]) => {
    const started = performance.now();
    const failure = await call(coreApi).then(() => null, failureOf);
    const ms = Math.round(performance.now() - started);
    const check = { name, ok: failure === null, ms, ...failure };
    logger?.[check.ok ? "info" : "warn"](check, "self-test");
    return check;
  });
  return { ranAt, checks: await Promise.all(checks) };
}

/** `error` is the message that the dashboard would show. It may quote the upstream. */
function failureOf(reason: unknown) {
  const error = reason instanceof Error ? reason.message : String(reason);
  const { kind, status }: Partial<UpstreamError> = reason instanceof UpstreamError ? reason : {};
  return { kind, status, error };
}

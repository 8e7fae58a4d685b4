import { setTimeout as delay } from "node:timers/promises";
import type { Logger } from "../process/logger.server";
import type { Sandbox } from "../process/sandbox-process.server";
import { forEachChart } from "../upstream/contracts/dashboard.server";
import type { CoreApi } from "../upstream/core-api.server";
import type { Connections } from "./connections.server";
import { UpstreamError, type UpstreamFailure } from "../upstream/upstream-error.server";

/** Longest waits. A new sandbox fills its database before it listens. */
const SANDBOX_WAIT_MS = 30_000;
const SELF_TEST_WAIT_MS = 2_000;

/** Begins the start at once: waits for the sandbox and runs the self-test. */
export function start(parts: {
  sandbox: Sandbox | null;
  /** Called when the sandbox, which has said why, is not there. */
  onNoSandbox: () => void;
  /** Bypasses the cache, which the self-test must not fill, but uses the breaker, which opens for a dead upstream. */
  coreApi: CoreApi;
  connections: Connections;
  logger: Logger;
}) {
  const { sandbox, onNoSandbox, coreApi, connections, logger } = parts;
  let selfTest: SelfTest | null = null;
  let ready = false;

  async function run(): Promise<void> {
    await Promise.race([sandbox?.url.catch(onNoSandbox), unreferenced(SANDBOX_WAIT_MS)]);
    const test = runSelfTest(coreApi, connections.checks, logger).then((result) => {
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

export interface SelfTestCheck {
  name: string;
  ok: boolean;
  /** Whole milliseconds. */
  ms: number;
  /** Kind of upstream failure; undefined for an error of our own code. */
  kind?: UpstreamFailure;
  /** HTTP status of the upstream, if it answered. */
  status?: number | undefined;
  /** Error message as the dashboard would show it. It may quote the upstream. */
  error?: string;
}

export interface SelfTest {
  /** Start of the self-test in epoch milliseconds. */
  ranAt: number;
  checks: SelfTestCheck[];
}

/** The calls of the dashboard's self-test. */
const calls: Record<string, (coreApi: CoreApi) => Promise<unknown>> = {
  metrics: (coreApi) => coreApi.metrics(),
  ...forEachChart((name) => (coreApi: CoreApi) => coreApi[name]()),
  trips: (coreApi) => coreApi.trips({ page: 1, limit: 5 }),
};

/**
 * Makes the core API calls that the dashboard needs, and the further checks, and logs one line for each. Never rejects:
 * the result contains the failures.
 */
export async function runSelfTest(
  coreApi: CoreApi,
  further: typeof calls = {},
  logger?: Logger,
): Promise<SelfTest> {
  const ranAt = Date.now();
  const all: typeof calls = { ...calls, ...further };
  const checks = Object.entries(all).map(async ([name, call]): Promise<SelfTestCheck> => {
    const started = performance.now();
    const failure = await call(coreApi).then(() => null, failureOf);
    const ms = Math.round(performance.now() - started);
    const check = { name, ok: failure === null, ms, ...failure };
    logger?.[check.ok ? "info" : "warn"](check, "self-test");
    return check;
  });
  return { ranAt, checks: await Promise.all(checks) };
}

function failureOf(reason: unknown): Pick<SelfTestCheck, "kind" | "status" | "error"> {
  const error = reason instanceof Error ? reason.message : String(reason);
  if (!(reason instanceof UpstreamError)) return { error };
  return { kind: reason.kind, status: reason.status, error };
}

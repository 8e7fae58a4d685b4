import type { Logger } from "../process/logger.server";
import type { CoreApi } from "../upstream/core-api.server";
import { UpstreamError, type UpstreamFailure } from "../upstream/upstream-error.server";

export interface SelfTestCheck {
  name: string;
  ok: boolean;
  /** Whole milliseconds. */
  ms: number;
  /** What kind of failure it was; undefined for one of our own. */
  kind?: UpstreamFailure;
  /** The upstream's, when it answered. */
  status?: number | undefined;
  /** Why it failed, as the screen would say it; it may quote the upstream. */
  error?: string;
}

export interface SelfTest {
  /** Epoch milliseconds of its start. */
  ranAt: number;
  checks: SelfTestCheck[];
}

/** The calls of the dashboard's self-test. */
const calls: Record<string, (coreApi: CoreApi) => Promise<unknown>> = {
  metrics: (coreApi) => coreApi.metrics(),
  totalUsers: (coreApi) => coreApi.totalUsers(),
  monthlyUsers: (coreApi) => coreApi.monthlyUsers(),
  weeklyUsers: (coreApi) => coreApi.weeklyUsers(),
  dailyUsers: (coreApi) => coreApi.dailyUsers(),
  trips: (coreApi) => coreApi.trips({ page: 1, limit: 5 }),
};

/**
 * Asks the core API everything that the dashboard will need and logs one line each. Never rejects: what fails
 * is the result.
 */
export async function runSelfTest(coreApi: CoreApi, logger?: Logger): Promise<SelfTest> {
  const ranAt = Date.now();
  const checks = Object.entries(calls).map(async ([name, call]): Promise<SelfTestCheck> => {
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

import type { Logger } from "./logger.server";
import type { CoreApi } from "./upstream/core-api.server";

export interface SelfTestCheck {
  name: string;
  ok: boolean;
  /** Whole milliseconds. */
  ms: number;
  /** Why it failed, as the screen would say it. */
  error?: string;
}

export interface SelfTest {
  /** Epoch milliseconds of its start. */
  ranAt: number;
  checks: SelfTestCheck[];
}

/** The calls of the dashboard's self-test (specification section 7). */
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
    const error = await call(coreApi).then(
      () => undefined,
      (reason: unknown) => (reason instanceof Error ? reason.message : String(reason)),
    );
    const ms = Math.round(performance.now() - started);
    const check = { name, ok: error === undefined, ms, error };
    logger?.[check.ok ? "info" : "warn"](check, "self-test");
    return check;
  });
  return { ranAt, checks: await Promise.all(checks) };
}

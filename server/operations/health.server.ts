import type { RedisState } from "../redis/redis.server";
import type { SelfTest, SelfTestCheck } from "./self-test.server";
import type { UpstreamState } from "../upstream/http-client.server";

/** With what this deployment's keys and channels begin: figures, limits. */
type RedisHealth = RedisState & { keys: string[] };

/** The response of `/readyz`. */
export interface Health {
  status: "starting" | "ready" | "draining";
  dependencies: (UpstreamState | RedisHealth)[];
  /** The start-up self-test; null while it runs. */
  selfTest: SelfTest | null;
}

/**
 * `/readyz` as JSON with ISO 8601 times. A failing upstream is reported but never makes the process
 * unready: the public site and stale figures are better than no answer at all.
 *
 * @param withTexts whether failures are told in words too, which are the upstreams' own and not for everyone
 */
export function readinessResponse(
  health: Health,
  withTexts: boolean,
): { status: 200 | 503; body: string } {
  const body = {
    ...health,
    dependencies: health.dependencies.map((dependency) => ({
      ...dependency,
      lastSuccess: iso(dependency.lastSuccess),
      lastFailure: dependency.lastFailure && failure(dependency.lastFailure, withTexts),
    })),
    selfTest: health.selfTest && {
      ranAt: iso(health.selfTest.ranAt),
      checks: health.selfTest.checks.map((one) => check(one, withTexts)),
    },
  };
  return { status: health.status === "ready" ? 200 : 503, body: `${JSON.stringify(body)}\n` };
}

function failure(
  { at, ...failed }: NonNullable<Health["dependencies"][number]["lastFailure"]>,
  withTexts: boolean,
) {
  const { message, ...rest } = failed;
  return { at: iso(at), ...rest, ...(withTexts && { message }) };
}

function check({ name, ok, ms, kind, status, error }: SelfTestCheck, withTexts: boolean) {
  return { name, ok, ms, kind, status, ...(withTexts && { error }) };
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

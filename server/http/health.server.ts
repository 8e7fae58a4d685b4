import type { SelfTest } from "../self-test.server";
import type { UpstreamState } from "../upstream/http-client.server";

/** The answer of `/readyz`. */
export interface Health {
  status: "starting" | "ready" | "draining";
  dependencies: UpstreamState[];
  /** The start-up self-test (specification section 7); null while it runs. */
  selfTest: SelfTest | null;
}

/**
 * `/readyz` as JSON with ISO 8601 times. A failing upstream is reported but never makes the process
 * unready: the public site and stale figures are better than no answer at all (contract section 5).
 */
export function readinessAnswer(health: Health): { status: 200 | 503; body: string } {
  const body = {
    ...health,
    dependencies: health.dependencies.map((dependency) => ({
      ...dependency,
      lastSuccess: iso(dependency.lastSuccess),
      lastFailure: dependency.lastFailure && {
        ...dependency.lastFailure,
        at: iso(dependency.lastFailure.at),
      },
    })),
    selfTest: health.selfTest && { ...health.selfTest, ranAt: iso(health.selfTest.ranAt) },
  };
  return { status: health.status === "ready" ? 200 : 503, body: `${JSON.stringify(body)}\n` };
}

function iso(time: number | null): string | null {
  return time === null ? null : new Date(time).toISOString();
}

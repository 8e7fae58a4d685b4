import { createHash, timingSafeEqual } from "node:crypto";
import { isExposedTo } from "../process/exposure.server";
import type { Settings } from "../process/settings.server";

/** The settings that decide who may read the metrics. */
export type MetricsSettings = Pick<Settings, "metricsToken" | "exposure">;

/** The parts of a request that identify its sender. */
export interface MetricsCaller {
  /** The `Authorization` header. */
  authorization: string | undefined;
  /** Whether the request comes from this machine. */
  fromThisMachine: boolean;
}

/** Whether a request contains the configured token as a bearer token (RFC 6750). */
export function hasMetricsToken({ metricsToken }: MetricsSettings, caller: MetricsCaller): boolean {
  const [, token] = /^Bearer +(\S+) *$/i.exec(caller.authorization ?? "") ?? [];
  return token !== undefined && metricsToken !== undefined && isSame(token, metricsToken);
}

/**
 * Returns the status that refuses the metrics to a request: 401 without the configured token, 404 where no token is
 * configured and the client is on another machine. Null when the request may read them.
 */
export function metricsRefusal(settings: MetricsSettings, caller: MetricsCaller): 401 | 404 | null {
  if (settings.metricsToken !== undefined) return hasMetricsToken(settings, caller) ? null : 401;
  return isExposedTo(settings.exposure, caller.fromThisMachine) ? null : 404;
}

/** Compares in constant time, also for different lengths. */
function isSame(candidate: string, token: string): boolean {
  return timingSafeEqual(digest(candidate), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

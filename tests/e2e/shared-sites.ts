import { startBuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";

export function settingsFor(upstream: FaultyUpstream): Record<string, string> {
  return { ...upstream.settings, LOG_LEVEL: "warn" };
}

/**
 * Starts, once for all workers, the built server with its sandbox (SITE_ORIGIN), and one before a healthy upstream
 * with 30 known trips (DASHBOARD_ORIGIN). Tests leave both as they found them.
 */
export default async function sharedSites(): Promise<() => Promise<void>> {
  const upstream = await FaultyUpstream.start();
  const [site, dashboard] = await Promise.all([
    // A test whose limits must be its own comes from an address of its own, by X-Forwarded-For.
    startBuiltServer({ env: { TRUST_PROXY: "1" } }),
    startBuiltServer({ env: settingsFor(upstream) }),
  ]);
  process.env.SITE_ORIGIN = site.url;
  process.env.DASHBOARD_ORIGIN = dashboard.url;
  return async () => {
    await Promise.all([site.kill(), dashboard.kill()]);
    await upstream.stop();
  };
}

import { startBuiltServer } from "../support/built-server";
import { FaultyUpstream } from "../support/faulty-upstream";

/**
 * Starts two built servers for all workers: one with its sandbox (SITE_ORIGIN), one with a healthy fake
 * upstream with 30 trips (DASHBOARD_ORIGIN). Tests change only accounts of their own.
 */
export default async function sharedSites(): Promise<() => Promise<void>> {
  const upstream = await FaultyUpstream.start();
  const [site, dashboard] = await Promise.all([
    // Tests that need rate limits of their own set a client address with X-Forwarded-For.
    startBuiltServer({ env: { TRUST_PROXY: "1" } }),
    startBuiltServer({ env: { ...upstream.settings, LOG_LEVEL: "warn" } }),
  ]);
  process.env.SITE_ORIGIN = site.url;
  process.env.DASHBOARD_ORIGIN = dashboard.url;
  return async () => {
    await Promise.all([site.kill(), dashboard.kill()]);
    await upstream.stop();
  };
}

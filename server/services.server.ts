import { once } from "node:events";
import { StaleWhileRevalidateCache } from "./cache/stale-while-revalidate.server";
import { createContact } from "./contact/contact-requests.server";
import { createDashboardData } from "./dashboard/dashboard-data.server";
import { createReportDays } from "./dashboard/report/read-days.server";
import { createDeletion } from "./deletion/requests.server";
import { createSlots, exportLimits } from "./limits/slots.server";
import { createLimits } from "./limits/limits.server";
import { createMetrics } from "./operations/metrics.server";
import type { Health } from "./operations/operations.server";
import { start } from "./operations/startup.server";
import { createDrain } from "./process/drain.server";
import { createLogger } from "./process/logger.server";
import { oncePerProcess } from "./process/once-per-process.server";
import { readBuildId } from "./process/project-root.server";
import { startSandbox } from "./process/sandbox-process.server";
import type { Settings } from "./process/settings.server";
import { createRedis, keyPrefix } from "./redis/redis.server";
import { createToasts } from "./session/toasts.server";
import { createUpstreams } from "./upstream/upstreams.server";

/** Everything a route may use. `boot` creates it once per process; routes get it from {@link services}. */
export type Services = ReturnType<typeof assemble>;

/** Shared by every evaluation of this module. */
const created = oncePerProcess<{ services?: Services }>("services", () => ({}));

/** Returns the services of this process. @throws when `boot` has not created them */
export function services(): Services {
  if (!created.services) throw new Error("The process has not been booted");
  return created.services;
}

/** Creates the services, once per process. Only `boot` calls this. */
export function createServices(settings: Settings, development: boolean): Services {
  return (created.services ??= assemble(settings, development));
}

function assemble(settings: Settings, development: boolean) {
  const { build, commit } = readBuildId(development);
  const { redisUrl: url, sandboxDb: db, logLevel, upstreamTimeoutMs } = settings;
  const logger = createLogger(logLevel);
  const metrics = createMetrics({ process: true, build });
  const { upstreamCalls, cacheReads, countLimit } = metrics;
  const drain = createDrain(logger, (status) => process.exit(status));

  const redis = url ? createRedis(url, keyPrefix(settings), logger) : null;
  const sandbox = settings.sandbox ? startSandbox({ db, logLevel, logger }) : null;

  const upstreams = createUpstreams({
    settings,
    sandbox,
    logger,
    onCall: (call, seconds) => upstreamCalls.observe(call, seconds),
  });
  const { authApi, coreApi, exportApi, connections, inSandbox } = upstreams;
  const cache = new StaleWhileRevalidateCache(cacheReads);
  const limits = createLimits(redis, countLimit);
  const exports = createSlots(exportLimits, (limit) => countLimit(`exports-${limit}`));
  const startup = start({
    sandbox,
    // Without any figures there would be nothing to see.
    onNoSandbox: () => settings.coreApiUrl === undefined && process.exit(1),
    coreApi,
    connections,
    logger,
  });

  return {
    settings,
    build,
    logger,
    metrics,
    drain,
    inSandbox,
    // A page that is not kept reads twice.
    dashboard: createDashboardData({ coreApi, cache, limits, chosenWaitMs: upstreamTimeoutMs / 3 }),
    exportApi,
    exports,
    reportDays: createReportDays({ api: exportApi, cache, exports }),
    deletion: createDeletion({ authApi, limits, shared: redis, settings, logger }),
    contact: createContact({ contactForm: upstreams.contactForm, limits, logger }),
    toasts: createToasts(settings),
    /** Reads the sandbox's outbox as an HTML page; null when the sandbox replaces neither auth API nor contact form. */
    outboxPage:
      sandbox && (inSandbox.auth || inSandbox.contactForm)
        ? async () => {
            const signal = AbortSignal.timeout(upstreamTimeoutMs);
            // The sandbox may still be filling its database.
            const late = once(signal, "abort").then(() => Promise.reject(new Error("no answer")));
            const url = await Promise.race([sandbox.url, late]);
            return (await fetch(`${url}/sandbox/outbox`, { signal })).text();
          }
        : null,
    /** The state that `/readyz` reports. */
    health: (): Health => ({
      build,
      commit,
      status: drain.signal.aborted ? "draining" : startup.ready() ? "ready" : "starting",
      dependencies: [...upstreams.states(), ...(redis ? [redis.state()] : [])],
      selfTest: startup.selfTest(),
    }),
    /** Settles when the process is ready. A slow upstream does not delay it. */
    started: startup.started,
  };
}

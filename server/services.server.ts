import { createDashboardData } from "./dashboard/dashboard-data.server";
import { createReportDays } from "./dashboard/report/report-days.server";
import {
  StaleWhileRevalidateCache,
  type CacheOptions,
} from "./cache/stale-while-revalidate.server";
import { createContact } from "./contact/contact-requests.server";
import { defaultKeys } from "./dashboard/resources.server";
import { createDeletion } from "./deletion/requests.server";
import { createDrain } from "./process/drain.server";
import type { Health } from "./operations/operations.server";
import { createMetrics } from "./operations/metrics.server";
import { createLimits, type LimitName } from "./limits/limits.server";
import {
  createSlots,
  concurrencyLimits,
  type SlotLimit,
  type Slots,
} from "./limits/concurrency-limits.server";
import { createLogger } from "./process/logger.server";
import { oncePerProcess } from "./process/once-per-process.server";
import { keyPrefix } from "./redis/key-prefix.server";
import { createRedis } from "./redis/redis.server";
import { startSandbox, type Sandbox } from "./process/sandbox-process.server";
import { createToasts } from "./session/toasts.server";
import type { Settings } from "./process/settings.server";
import { start } from "./operations/startup.server";
import { createAuthApi } from "./upstream/auth-api.server";
import { createContactForm } from "./upstream/contact-form.server";
import { createCoreApi } from "./upstream/core-api.server";
import { createHttpClient, type HttpClientOptions } from "./upstream/http-client.server";

/** Everything a route may use. `boot` creates it once per process; routes get it from {@link services}. */
export type Services = ReturnType<typeof assemble>;

/** Returns the services of this process. @throws when `boot` has not created them */
export function services(): Services {
  return oncePerProcess<Services>(NAME, () => {
    throw new Error("The process has not been booted");
  });
}

/** Creates the services, once per process. Only `boot` calls this. @param build id of the running build */
export function createServices(settings: Settings, build: string): Services {
  return oncePerProcess(NAME, () => assemble(settings, build));
}

const NAME = "services";

function assemble(settings: Settings, build: string) {
  const logger = createLogger(settings.logLevel);
  const metrics = createMetrics({ process: true, build });
  const drain = createDrain(logger, (status) => process.exit(status));

  const redis = settings.redisUrl
    ? createRedis({ url: settings.redisUrl, prefix: keyPrefix(settings), logger })
    : null;
  if (redis) drain.onLeave(() => redis.close());

  const sandbox = needsSandbox(settings)
    ? startSandbox({ db: settings.sandboxDb, logLevel: settings.logLevel, logger })
    : null;
  if (sandbox) drain.onLeave(() => sandbox.stop());

  const onCall: HttpClientOptions["onCall"] = ({ upstream, outcome, seconds }) =>
    metrics.upstreamCalls.observe({ upstream, outcome }, seconds);
  /** Creates the HTTP client of one upstream, or of the part of the sandbox that replaces it. */
  const client = (name: string, url: string | undefined, sandboxPath: string) =>
    createHttpClient({
      name,
      baseUrl: url ?? sandboxBase(sandbox, sandboxPath),
      timeoutMs: settings.upstreamTimeoutMs,
      logger,
      onCall,
    });
  const { coreApiUrl, authApiUrl, contactFormUrl } = settings;
  const coreClient = client("core", coreApiUrl, "/api/core");
  const coreApi = createCoreApi(coreClient);
  const onRead: CacheOptions["onRead"] = (policy, outcome) =>
    metrics.cacheReads.inc({ policy, outcome });
  const cache = new StaleWhileRevalidateCache({ defaultKeys, onRead });
  const authClient = client("auth", authApiUrl, "/api/auth");
  const contactClient = client("contact-form", contactFormUrl, "/contact-form");
  const hasContactForm = contactFormUrl !== undefined || sandbox !== null;
  const toasts = createToasts(settings);
  const onLimit = (rule: LimitName) => metrics.limitHits.inc({ rule });
  const limits = createLimits(redis, onLimit);
  function slots(name: keyof typeof concurrencyLimits): Slots {
    const onFull = (limit: SlotLimit) => metrics.limitHits.inc({ rule: `${name}-${limit}` });
    return createSlots(concurrencyLimits[name], onFull);
  }
  const exports = slots("exports");
  const exportApi = createCoreApi(client("core-export", coreApiUrl, "/api/core"));
  const reportDays = createReportDays({ api: exportApi, cache, exports });
  const upstreams = [coreClient, authClient, ...(hasContactForm ? [contactClient] : [])];
  const dashboard = createDashboardData({
    coreApi,
    cache,
    limits,
    // A read that gets its turn late still has half of the time for its call.
    chosenWaitMs: settings.upstreamTimeoutMs / 2,
    onRead,
  });

  const startup = start({ sandbox, coreApi, logger });

  return {
    settings,
    logger,
    metrics,
    drain,
    /** Which upstreams the sandbox replaces. */
    inSandbox: {
      core: sandbox !== null && coreApiUrl === undefined,
      auth: sandbox !== null && authApiUrl === undefined,
      contactForm: sandbox !== null && contactFormUrl === undefined,
    },
    dashboard,
    /** Core API for exports only: uncached, with its own HTTP client, so that pages never wait for exports. */
    exportApi,
    exports,
    reportDays,
    limits,
    deletion: createDeletion({
      authApi: createAuthApi(authClient),
      limits,
      shared: redis,
      settings,
      logger,
    }),
    contact: createContact({
      contactForm: hasContactForm ? createContactForm(contactClient, contactKey(settings)) : null,
      limits,
      logger,
    }),
    toasts,
    /** Reads the sandbox's outbox as an HTML page; null when the sandbox replaces neither auth API nor contact form. */
    outboxPage:
      sandbox && [authApiUrl, contactFormUrl].includes(undefined)
        ? () => readOutbox(sandbox)
        : null,
    /** The state that `/readyz` reports. */
    health: (): Health => ({
      build,
      status: drain.signal.aborted ? "draining" : startup.ready() ? "ready" : "starting",
      dependencies: [
        ...upstreams.map((upstream) => upstream.state()),
        ...(redis ? [redis.state()] : []),
      ],
      selfTest: startup.selfTest(),
    }),
    /** Settles when the process is ready. A slow upstream does not delay it. */
    started: startup.started,
  };
}

/** Whether the sandbox has to run: it answers for every upstream whose URL is unset. */
function needsSandbox(settings: Settings): boolean {
  const { sandbox, coreApiUrl, authApiUrl, contactFormUrl } = settings;
  return sandbox && [coreApiUrl, authApiUrl, contactFormUrl].includes(undefined);
}

function sandboxBase(sandbox: Sandbox | null, path: string): () => Promise<string> {
  return async () => {
    if (sandbox === null) throw new Error("there is no sandbox");
    return `${await sandbox.url()}${path}`;
  };
}

/** The access key for the contact form. The sandbox accepts any key, so it never gets the real one. */
function contactKey({ contactFormUrl, contactFormAccessKey }: Settings): string {
  return contactFormUrl === undefined ? "sandbox" : (contactFormAccessKey ?? "");
}

async function readOutbox(sandbox: Sandbox): Promise<string> {
  const response = await fetch(`${await sandbox.url()}/sandbox/outbox`);
  return response.text();
}

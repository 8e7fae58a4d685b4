import { createDashboardData } from "./dashboard/dashboard-data.server";
import { createRefreshEvents } from "./dashboard/refresh-events.server";
import { createReports } from "./dashboard/report/reports.server";
import { createRedisTier } from "./cache/redis-tier.server";
import {
  StaleWhileRevalidateCache,
  type CacheOptions,
} from "./cache/stale-while-revalidate.server";
import { createContact } from "./contact/contact-requests.server";
import { defaultKeys, isTyped, storedShapes } from "./dashboard/resources.server";
import type { SharedMarks } from "./deletion/finished-sessions.server";
import { createDeletion } from "./deletion/requests.server";
import { createDrain } from "./process/drain.server";
import { createAdmission } from "./http/guard/admission.server";
import type { Health } from "./operations/operations.server";
import { currentNetwork } from "./process/request-context.server";
import { createAssetsFolder } from "./operations/assets-folder.server";
import { createMetrics } from "./operations/metrics.server";
import { createLocalCounters } from "./limits/counters.server";
import { createLimits, type RealLimit } from "./limits/limits.server";
import {
  createSharedSlots,
  createSlots,
  concurrencyLimits,
  type SlotLimit,
  type Slots,
} from "./limits/concurrency-limits.server";
import { createSharedCounters } from "./limits/shared-counters.server";
import { standardOutput } from "./process/log-destination.server";
import { createLogger } from "./process/logger.server";
import { oncePerProcess } from "./process/once-per-process.server";
import { createInstances } from "./redis/instances.server";
import { ownerNames } from "./redis/owner-names.server";
import { luaScript } from "./redis/lua-script.server";
import { createRedis, type Redis } from "./redis/redis.server";
import { startSandbox, type Sandbox } from "./process/sandbox-process.server";
import { createLimitHitCounts, createUpstreamLatency } from "./operations/last-hour.server";
import { createOperators } from "./operations/operators.server";
import { createStatusReport } from "./operations/system-status.server";
import { createSandboxTrips } from "./operations/sandbox-trips.server";
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
  const log = standardOutput();
  const logger = createLogger(settings.logLevel, log);
  const metrics = createMetrics({ process: true, redis: settings.redisUrl !== undefined, build });
  const admission = createAdmission();
  const drain = createDrain(logger, admission, (status) => process.exit(status));

  const connection = settings.redisUrl
    ? createRedis({
        url: settings.redisUrl,
        logger,
        onCall: ({ seconds, ...labels }) => metrics.redisCalls.observe(labels, seconds),
        onState: (state) => metrics.redisUp.set(state === "up" ? 1 : 0),
      })
    : null;
  if (connection) drain.onLeave(() => connection.close());
  const owners = ownerNames(settings);
  const figures = connection && connection.within(owners.figures);
  const redis = connection && connection.within(owners.limits);

  const sandbox = needsSandbox(settings)
    ? startSandbox({ db: settings.sandboxDb, logLevel: settings.logLevel, logger })
    : null;
  if (sandbox) drain.onLeave(() => sandbox.stop());

  const latency = createUpstreamLatency();
  const onCall: HttpClientOptions["onCall"] = (call) => {
    const { seconds, ...labels } = call;
    metrics.upstreamCall(labels, seconds);
    latency.record(call);
  };
  /** Creates the HTTP client of one upstream, or of the part of the sandbox that replaces it. */
  const client = (
    name: string,
    url: string | undefined,
    sandboxPath: string,
    rest: Partial<HttpClientOptions> = {},
  ) =>
    createHttpClient({
      name,
      baseUrl: url ?? sandboxBase(sandbox, sandboxPath),
      timeoutMs: settings.upstreamTimeoutMs,
      logger,
      onCall,
      ...rest,
    });
  const { coreApiUrl, authApiUrl, contactFormUrl } = settings;
  /** Options for uncached calls whose parameters a visitor chooses. */
  const visitorCalls = { breakerPerNetwork: true };
  const privateCalls = { ...visitorCalls, privateAnswers: true };

  const coreClient = client("core", coreApiUrl, "/api/core");
  const onUnusable = (path: string, fields: readonly string[]) =>
    logger.warn({ upstream: "core", path, fields }, "upstream: fields that make no sense");
  const coreApi = createCoreApi(coreClient, onUnusable);
  const onRead: CacheOptions["onRead"] = (policy, outcome, age) =>
    metrics.cacheRead({ policy, outcome }, age === undefined ? undefined : age / 1000);
  const fetchMs = settings.upstreamTimeoutMs;
  const tier =
    figures &&
    createRedisTier({ redis: figures, fetchMs, shapes: storedShapes, defaultKeys, isTyped });
  const cache = new StaleWhileRevalidateCache({
    ...(tier && { tier }),
    fetchMs,
    defaultKeys,
    currentNetwork,
    logger,
    onRead,
  });
  const authClient = client("auth", authApiUrl, "/api/auth", privateCalls);
  const contactClient = client("contact-form", contactFormUrl, "/contact-form", {
    ...privateCalls,
    foreign: true,
  });
  const sandboxClient = client("sandbox", undefined, "/sandbox");
  const sandboxTrips = createSandboxTrips((path) => sandboxClient.get(path));
  const hasContactForm = contactFormUrl !== undefined || sandbox !== null;
  const toasts = createToasts(settings);
  const hits = createLimitHitCounts();
  const counters = redis ? createSharedCounters(redis, logger) : createLocalCounters();
  const onLimit = (rule: RealLimit) => {
    hits.hit(rule);
    metrics.limitHits.inc({ rule });
  };
  const limits = createLimits(counters, onLimit);
  const reportLimits = createLimits(createLocalCounters("reportWindows"), onLimit);
  const instances = createInstances(redis, Date.now());
  function slots(name: keyof typeof concurrencyLimits): Slots {
    const elsewhere = redis && createSharedSlots(redis, name, instances.own);
    const onFull = (limit: SlotLimit) => {
      hits.hit(name);
      metrics.limitHits.inc({ rule: `${name}-${limit}` });
    };
    return createSlots(concurrencyLimits[name], onFull, elsewhere);
  }
  const [exports, eventStreams] = [slots("exports"), slots("eventStreams")];
  const exportClient = client("core-export", coreApiUrl, "/api/core", visitorCalls);
  const exportApi = createCoreApi(exportClient, onUnusable);
  const reports = createReports({
    api: exportApi,
    exports,
    redis: figures,
    newestTripAt: () => dashboard.newestTrip()?.at,
  });
  const upstreams = [coreClient, authClient, ...(hasContactForm ? [contactClient] : [])];
  const clients = [...upstreams, exportClient];
  metrics.watch({
    breakers: () => clients.map((httpClient) => httpClient.state()),
    cache: () => cache.held(),
    ...(tier && { sharedCache: () => tier.size() }),
    exports: () => exports.open(),
    eventStreams: () => eventStreams.open(),
    droppedLogLines: () => log.dropped(),
  });
  const coreInSandbox = sandbox !== null && coreApiUrl === undefined;
  // Every view also shows which trips the sandbox has, so a view's version includes them.
  const sandboxNote = coreInSandbox && { shownBeside: sandboxTrips.nowAsText };
  const dashboard = createDashboardData({ coreApi, cache, limits, onRead, ...sandboxNote });
  const status = createStatusReport({
    dashboard,
    upstreams: clients,
    latency,
    limitHits: hits,
    instances,
    redis,
    eventStreams,
    exports,
    metrics,
  });

  const assetsFolder = settings.assetsDir ? createAssetsFolder(settings.assetsDir, logger) : null;
  // On exit Node waits for the threads of file operations. A thread stuck in a hung folder would block it forever.
  process.once("exit", () => assetsFolder?.hangs() && process.kill(process.pid, "SIGKILL"));

  const startup = start({ sandbox, sandboxTrips, coreApi, assetsFolder, logger });

  return {
    settings,
    logger,
    metrics,
    drain,
    /** Queue of page requests. */
    admission,
    /** Which upstreams the sandbox replaces. */
    inSandbox: {
      core: coreInSandbox,
      auth: sandbox !== null && authApiUrl === undefined,
      contactForm: sandbox !== null && contactFormUrl === undefined,
    },
    sandboxTrips,
    dashboard,
    /** Core API for exports only: uncached, with its own HTTP client, so that pages never wait for exports. */
    exportApi,
    exports,
    reports,
    eventStreams,
    refreshEvents: createRefreshEvents((listener) => cache.onRefresh(listener)),
    limits,
    deletion: createDeletion({
      authApi: createAuthApi(authClient),
      limits,
      shared: redis && sharedMarks(redis),
      settings,
      logger,
    }),
    contact: createContact({
      contactForm: hasContactForm ? createContactForm(contactClient, contactKey(settings)) : null,
      limits,
      logger,
    }),
    /** Limits of browser reports only. Each process counts them separately. */
    reportLimits,
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
        ...(redis && figures ? [{ ...redis.state(), keys: [figures.prefix, redis.prefix] }] : []),
      ],
      selfTest: startup.selfTest(),
    }),
    operators: createOperators(settings, limits),
    status,
    /** The folder in which builds share their assets; null without `ASSETS_DIR`. */
    assetsFolder,
    /** Settles when the process is ready. A slow upstream does not delay it. */
    started: startup.started,
  };
}

/** Keys with an expiry that all instances share. */
function sharedMarks(redis: Redis): SharedMarks {
  const set = luaScript("mark-set", "return redis.call('SET', KEYS[1], '', 'PX', ARGV[1])");
  const has = luaScript("mark-has", "return redis.call('EXISTS', KEYS[1])");
  return {
    set: (name, ms) => redis.script(set, [name], [ms]),
    has: async (name) => (await redis.script(has, [name], [])) === 1,
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

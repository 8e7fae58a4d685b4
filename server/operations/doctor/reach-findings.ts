import { createLogger } from "../../process/logger.server";
import { startSandbox } from "../../process/sandbox-process.server";
import type { Settings } from "../../process/settings.server";
import { examineRedis } from "../../redis/examine-redis.server";
import { keyPrefix } from "../../redis/redis.server";
import { createCoreApi } from "../../upstream/core-api.server";
import { createHttpClient } from "../../upstream/http-client.server";
import { runSelfTest } from "../startup.server";
import { fail, ok, warn, type Finding } from "./finding";

/** Checks what only a call can tell: the upstreams, the sandbox, Redis. Every call is a read. */
export async function reachFindings(settings: Settings): Promise<Finding[]> {
  const { coreApiUrl, authApiUrl, contactFormUrl, redisUrl } = settings;
  const findings = await Promise.all([
    coreApiUrl === undefined ? sandbox(settings) : selfTest(settings, "CORE_API_URL", coreApiUrl),
    authApiUrl && post(settings, "AUTH_API_URL", `${authApiUrl}/auth/whatsapp/send-otp`),
    contactFormUrl && post(settings, "CONTACT_FORM_URL", contactFormUrl),
    redisUrl && redis(settings, redisUrl),
  ]);
  return findings.filter((finding) => typeof finding === "object");
}

/** Starts a sandbox of its own on the configured database and runs the self-test against it. */
async function sandbox(settings: Settings): Promise<Finding> {
  const subject = "SANDBOX_DB";
  const logger = createLogger("silent");
  const process = startSandbox({ db: settings.sandboxDb, logLevel: "silent", logger });
  try {
    return await selfTest(settings, subject, `${await process.url}/api/core`);
  } catch {
    const text = `the sandbox does not start on ${settings.sandboxDb}: run \`npm start\` to see why`;
    return fail(subject, text);
  } finally {
    process.stop();
  }
}

/** Makes every read of the dashboard, and checks that the product can use the answers. */
async function selfTest(settings: Settings, subject: string, baseUrl: string): Promise<Finding> {
  const client = createHttpClient({ name: "core", baseUrl, timeoutMs: settings.upstreamTimeoutMs });
  const { checks } = await runSelfTest(createCoreApi(client), {
    filters: (api) => api.filters(),
    search: (api) => api.searchTrips({ q: "0x", page: 1, limit: 12 }),
  });
  await client.close();
  const failed = checks.filter(({ error }) => error !== undefined);
  if (failed.length === 0) return ok(subject, `all ${checks.length} reads answered as expected`);
  const reasons = failed.map(({ name, error }) => `${name} (${error})`).join(", ");
  return fail(subject, `mend the upstream or its address; failing: ${reasons}`);
}

/**
 * Asks an address that takes posts, with GET. Servers that know the path refuse the method (405); some answer 404 and
 * know the path only by OPTIONS. An address beside it shows whether the answer says anything about the path.
 */
async function post(settings: Settings, subject: string, address: string): Promise<Finding> {
  async function ask(method: string, url: string | URL = address) {
    const signal = AbortSignal.timeout(settings.upstreamTimeoutMs);
    const { status, headers } = await fetch(url, { method, signal, redirect: "manual" });
    const isPage = status < 300 && /html/.test(headers.get("content-type") ?? "");
    return { method, status, isPage };
  }
  try {
    const first = await ask("GET");
    const { method, status, isPage } = first.status === 404 ? await ask("OPTIONS") : first;
    const path = new URL(address).pathname;
    if ([401, 403, 404].includes(status)) {
      return fail(subject, `answers ${status} at ${path}: correct its path, or ask who runs it`);
    }
    if (isPage || (status >= 300 && status < 400)) {
      return fail(subject, `is a web page or leads to one (${status}): set the API's address`);
    }
    if (status >= 500 && status !== 501) return fail(subject, `answers ${status}: mend it`);
    const beside = new URL(address);
    beside.pathname += "-of-the-doctor";
    return (await ask(method, beside)).status === status
      ? warn(subject, `answers ${status} at any path, so try once by hand whether ${path} is right`)
      : ok(subject, `answers at ${path}`);
  } catch (error) {
    const { name, cause } = error as Error & { cause?: { code?: string } };
    return fail(subject, `does not answer (${cause?.code ?? name}): check address and network`);
  }
}

/** Checks that the server answers and takes writes, which a full one and a replica refuse, and forgets no key. */
async function redis(settings: Settings, url: string): Promise<Finding> {
  const subject = "REDIS_URL";
  const prefix = keyPrefix(settings);
  const { connected, problem, policy } = await examineRedis(url, prefix);
  if (problem === undefined) {
    return policy === "noeviction" || policy === "unknown"
      ? ok(subject, `takes writes (maxmemory-policy ${policy}); keys begin with ${prefix}`)
      : warn(subject, `evicts (${policy}), so limits start again: set maxmemory-policy noeviction`);
  }
  if (connected) {
    return fail(subject, `takes no writes (${problem}): give it memory, or the primary's address`);
  }
  return /^(WRONGPASS|NOAUTH|ERR)$/.test(problem)
    ? fail(subject, `refuses user or password (${problem}): correct them`)
    : fail(subject, `does not answer (${problem}): check the address, or unset it`);
}

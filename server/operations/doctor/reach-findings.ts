import { createLogger } from "../../process/logger.server";
import { keyPrefix } from "../../redis/key-prefix.server";
import { RedisError } from "../../redis/redis-error.server";
import { createRedis, type Redis } from "../../redis/redis.server";
import { startSandbox } from "../../process/sandbox-process.server";
import { runSelfTest } from "../startup.server";
import type { Settings } from "../../process/settings.server";
import { createCoreApi } from "../../upstream/core-api.server";
import { createHttpClient } from "../../upstream/http-client.server";
import { UpstreamError } from "../../upstream/upstream-error.server";
import { fail, ok, type Finding } from "./finding";

/** Checks what only a call can tell: the upstreams, the sandbox, Redis. */
export async function reachFindings(settings: Settings): Promise<Finding[]> {
  const { coreApiUrl, authApiUrl, contactFormUrl, redisUrl } = settings;
  const findings = await Promise.all([
    coreApiUrl === undefined ? sandbox(settings) : selfTest(settings, "CORE_API_URL", coreApiUrl),
    ...(authApiUrl === undefined ? [] : [reachable(settings, "AUTH_API_URL", authApiUrl)]),
    ...(contactFormUrl === undefined
      ? []
      : [reachable(settings, "CONTACT_FORM_URL", contactFormUrl)]),
    ...(redisUrl === undefined ? [] : [redis(settings, redisUrl)]),
  ]);
  return findings;
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
  const api = createCoreApi(client);
  const { checks } = await runSelfTest(api);
  const results = [
    ...checks.map(({ name, error }) => ({ name, error })),
    { name: "filters", error: await errorOf(api.filters()) },
    { name: "search", error: await errorOf(api.searchTrips({ q: "0x", page: 1, limit: 12 })) },
  ];
  await client.close();
  const failed = results.filter(({ error }) => error !== undefined);
  if (failed.length === 0) return ok(subject, `all ${results.length} reads answered as expected`);
  const reasons = failed.map(({ name, error }) => `${name} (${error})`).join(", ");
  return fail(subject, `mend the upstream or its address; failing: ${reasons}`);
}

const errorOf = (call: Promise<unknown>) =>
  call.then(
    () => undefined,
    (error: unknown) => (error instanceof Error ? error.message : String(error)),
  );

/** Checks that a server answers at an address. The content of the answer does not matter. */
async function reachable(settings: Settings, subject: string, baseUrl: string): Promise<Finding> {
  const client = createHttpClient({
    name: subject,
    baseUrl,
    timeoutMs: settings.upstreamTimeoutMs,
  });
  try {
    await client.send({ method: "GET", path: "" });
  } catch (error) {
    if (error instanceof UpstreamError && ["connection", "timeout"].includes(error.kind)) {
      return fail(subject, `${error.message}: check the address and the network`);
    }
  } finally {
    await client.close();
  }
  return ok(subject, "answers");
}

/** Checks that the server answers, and that it takes writes, which a full server and a replica refuse. */
async function redis(settings: Settings, url: string): Promise<Finding> {
  const subject = "REDIS_URL";
  const prefix = keyPrefix(settings);
  const { client, isUp } = await new Promise<{ client: Redis; isUp: boolean }>((resolve) => {
    const logger = {
      info: () => resolve({ client, isUp: true }),
      warn: () => resolve({ client, isUp: false }),
    };
    const client = createRedis({ url, prefix, logger });
  });
  try {
    if (!isUp) {
      const reason = client.state().lastFailure?.message ?? "no connection";
      return fail(subject, `does not answer (${reason}): check the address, or unset it`);
    }
    await client.mark("doctor", 1);
    return ok(subject, `answers and takes writes; keys begin with ${prefix}`);
  } catch (error) {
    if (!(error instanceof RedisError)) throw error;
    return fail(
      subject,
      `takes no writes (${error.message}): give it memory, or the primary's address`,
    );
  } finally {
    client.close();
  }
}

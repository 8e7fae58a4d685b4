import { createLogger } from "../../process/logger.server";
import { ownerNames } from "../../redis/owner-names.server";
import { createRedis, type Redis, type RedisState } from "../../redis/redis.server";
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
    return await selfTest(settings, subject, `${await process.url()}/api/core`);
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

async function redis(settings: Settings, url: string): Promise<Finding> {
  const subject = "REDIS_URL";
  const { client, state } = await new Promise<{ client: Redis; state: RedisState["state"] }>(
    (resolve) => {
      const onState = (state: RedisState["state"]) => resolve({ client, state });
      const client = createRedis({ url, logger: createLogger("silent"), onState });
    },
  );
  const reason = client.state().lastFailure?.message ?? "no connection";
  client.close();
  if (state === "up") {
    const keys = Object.values<string>({ ...ownerNames(settings) }).map(
      (owner) => client.within(owner).prefix,
    );
    const text = `answers and takes writes; keys begin with ${keys.join(" and ")}`;
    return ok(subject, text);
  }
  const text =
    state === "refusing-writes"
      ? `takes no writes (${reason}): give it memory, or the primary's address`
      : `does not answer (${reason}): check the address, or unset it`;
  return fail(subject, text);
}

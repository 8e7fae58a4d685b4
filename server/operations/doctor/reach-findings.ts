import { spawn } from "node:child_process";
import { text as textOf } from "node:stream/consumers";
import { createLogger } from "../../process/logger.server";
import { ownerNames } from "../../redis/owner-names.server";
import { createRedis, type Redis, type RedisState } from "../../redis/redis.server";
import { FILE_TIMEOUT_MS } from "../assets-folder.server";
import { startSandbox } from "../../process/sandbox-process.server";
import { runSelfTest } from "../startup.server";
import type { Settings } from "../../process/settings.server";
import { createCoreApi } from "../../upstream/core-api.server";
import { createHttpClient } from "../../upstream/http-client.server";
import { UpstreamError } from "../../upstream/upstream-error.server";
import { fail, ok, type Finding } from "./finding";

/** Checks what only a call can tell: the upstreams, the sandbox, Redis, the assets folder. */
export async function reachFindings(settings: Settings): Promise<Finding[]> {
  const { coreApiUrl, authApiUrl, contactFormUrl, redisUrl, assetsDir } = settings;
  const findings = await Promise.all([
    coreApiUrl === undefined ? sandbox(settings) : selfTest(settings, "CORE_API_URL", coreApiUrl),
    ...(authApiUrl === undefined ? [] : [reachable(settings, "AUTH_API_URL", authApiUrl)]),
    ...(contactFormUrl === undefined
      ? []
      : [reachable(settings, "CONTACT_FORM_URL", contactFormUrl)]),
    ...(redisUrl === undefined ? [] : [redis(settings, redisUrl)]),
    ...(assetsDir === undefined ? [] : [assetsFolder(assetsDir)]),
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

/** Output of a successful try. A process that ends early prints nothing. */
const CAN_BE_WRITTEN = "can be written";

/** Program that creates a folder, checks that it can be read and written, and prints success or the error. */
const TRY_FOLDER = `
const { accessSync, constants, mkdirSync } = require("node:fs");
const [folder] = process.argv.slice(1);
try {
  mkdirSync(folder, { recursive: true });
  accessSync(folder, constants.R_OK | constants.W_OK);
  console.log("${CAN_BE_WRITTEN}");
} catch (error) {
  console.log(error.message);
}`;

/** Checks the folder in a separate process, because a hung mount would block this one, even at its exit. */
async function assetsFolder(folder: string): Promise<Finding> {
  const subject = "ASSETS_DIR";
  const child = spawn(process.execPath, ["-e", TRY_FOLDER, folder]);
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, FILE_TIMEOUT_MS, null);
  });
  const notStarted = new Promise<string>((resolve) => {
    child.once("error", ({ message }) => resolve(message));
  });
  const output = await Promise.race([textOf(child.stdout), notStarted, timeout]);
  clearTimeout(timer);
  child.kill("SIGKILL");
  if (output === null) {
    const text = `${folder} does not answer within ${FILE_TIMEOUT_MS / 1000} seconds: look at what is mounted there, or unset it`;
    return fail(subject, text);
  }
  const result = output.trim();
  if (result === CAN_BE_WRITTEN) return ok(subject, `${folder} ${result}`);
  const reason = result || "the process that tried it ended early";
  const text = `cannot be written (${reason}): give it to the server's user, or unset it`;
  return fail(subject, text);
}

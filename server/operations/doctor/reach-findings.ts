import { spawn } from "node:child_process";
import { text as textOf } from "node:stream/consumers";
import { createLogger } from "../../process/logger.server";
import { keyPrefix } from "../../redis/key-prefix.server";
import { luaScript } from "../../redis/lua-script.server";
import { RedisError } from "../../redis/redis-error.server";
import { createRedis, type Redis } from "../../redis/redis.server";
import { FILE_TIMEOUT_MS } from "../assets-folder.server";
import { startSandbox } from "../../process/sandbox-process.server";
import { runSelfTest } from "../startup.server";
import type { Settings } from "../../process/settings.server";
import { createCoreApi } from "../../upstream/core-api.server";
import { createHttpClient } from "../../upstream/http-client.server";
import { UpstreamError } from "../../upstream/upstream-error.server";
import { contractFindings } from "./contract-findings";
import { fail, ok, type Finding } from "./finding";

/**
 * Checks what only a call can tell: the upstreams, the sandbox, Redis, the assets folder.
 *
 * @param deep whether the core API's answers are compared with the document of expected answers
 */
export async function reachFindings(settings: Settings, deep: boolean): Promise<Finding[]> {
  const { coreApiUrl, authApiUrl, contactFormUrl, redisUrl, assetsDir } = settings;
  const findings = await Promise.all([
    coreApiUrl === undefined
      ? sandbox(settings, deep)
      : coreApi(settings, "CORE_API_URL", coreApiUrl, deep),
    ...(authApiUrl === undefined
      ? []
      : [reachable(settings, "AUTH_API_URL", authApiUrl, deep ? NOTHING_TO_READ : "")]),
    ...(contactFormUrl === undefined
      ? []
      : [reachable(settings, "CONTACT_FORM_URL", contactFormUrl)]),
    ...(redisUrl === undefined ? [] : [redis(settings, redisUrl)]),
    ...(assetsDir === undefined ? [] : [assetsFolder(assetsDir)]),
  ]);
  return findings.flat();
}

const NOTHING_TO_READ =
  "; its calls send codes or delete, so none was made: compare it with docs/upstream-apis.json";

/** Starts a sandbox of its own on the configured database and runs the self-test against it. */
async function sandbox(settings: Settings, deep: boolean): Promise<Finding[]> {
  const subject = "SANDBOX_DB";
  const logger = createLogger("silent");
  const process = startSandbox({ db: settings.sandboxDb, logLevel: "silent", logger });
  try {
    return await coreApi(settings, subject, `${await process.url()}/api/core`, deep);
  } catch {
    const text = `the sandbox does not start on ${settings.sandboxDb}: run \`npm start\` to see why`;
    return [fail(subject, text)];
  } finally {
    process.stop();
  }
}

/** Runs the self-test of the dashboard and, if `deep`, compares each answer with the expected one. */
async function coreApi(
  settings: Settings,
  subject: string,
  baseUrl: string,
  deep: boolean,
): Promise<Finding[]> {
  const selfTestFinding = await selfTest(settings, subject, baseUrl);
  return deep
    ? [selfTestFinding, ...(await contractFindings(subject, baseUrl, settings.upstreamTimeoutMs))]
    : [selfTestFinding];
}

async function selfTest(settings: Settings, subject: string, baseUrl: string): Promise<Finding> {
  const client = createHttpClient({ name: "core", baseUrl, timeoutMs: settings.upstreamTimeoutMs });
  const { checks } = await runSelfTest(createCoreApi(client));
  await client.close();
  const failed = checks.filter(({ ok }) => !ok);
  if (failed.length === 0) return ok(subject, `all ${checks.length} calls answered`);
  const reasons = failed.map(({ name, error }) => `${name} (${error})`).join(", ");
  return fail(subject, `mend the upstream or its address; failing: ${reasons}`);
}

/** Checks that a server answers at an address. The content of the answer does not matter. */
async function reachable(
  settings: Settings,
  subject: string,
  baseUrl: string,
  also = "",
): Promise<Finding> {
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
  return ok(subject, `answers${also}`);
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
    await client.script(TRY_WRITE, ["doctor"], []);
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

const TRY_WRITE = luaScript("doctor", "return redis.call('SET', KEYS[1], '', 'PX', 1)");

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

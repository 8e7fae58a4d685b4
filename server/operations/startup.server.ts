import { setTimeout as delay } from "node:timers/promises";
import type { AssetsFolder } from "./assets-folder.server";
import type { Logger } from "../process/logger.server";
import type { Sandbox } from "../process/sandbox-process.server";
import type { SandboxTripsReader } from "./sandbox-trips.server";
import { runSelfTest, type SelfTest } from "./self-test.server";
import type { CoreApi } from "../upstream/core-api.server";

/** A new sandbox fills its database before it listens. */
const SANDBOX_WAIT_MS = 30_000;
const SELF_TEST_WAIT_MS = 2_000;

/** What a process does before it is ready. */
export interface Startup {
  /** Settles when the process is ready; a slow upstream does not hold it back. */
  started: Promise<void>;
  ready: () => boolean;
  /** Null until it has been run. */
  selfTest: () => SelfTest | null;
}

/** Begins at once: waits for the sandbox, asks the upstream once, and publishes this build's files. */
export function start(parts: {
  sandbox: Sandbox | null;
  sandboxTrips: SandboxTripsReader;
  /** Past the cache, which the self-test must not fill, but through the breaker: a dead upstream is spared from the start. */
  coreApi: CoreApi;
  assetsFolder: Pick<AssetsFolder, "publish"> | null;
  logger: Logger;
}): Startup {
  const { sandbox, sandboxTrips, coreApi, assetsFolder, logger } = parts;
  let selfTest: SelfTest | null = null;
  let ready = false;

  async function run(): Promise<void> {
    const published = assetsFolder?.publish();
    await Promise.race([sandbox?.url().catch(() => undefined), unreferenced(SANDBOX_WAIT_MS)]);
    // Without this the first pages would not know yet whose trips they show.
    if (sandbox) sandboxTrips.now();
    const test = runSelfTest(coreApi, logger).then((result) => {
      selfTest = result;
    });
    await Promise.race([test, unreferenced(SELF_TEST_WAIT_MS)]);
    // No page of this build is sent before the other instances can serve its files.
    await published;
    ready = true;
  }

  return { started: run(), ready: () => ready, selfTest: () => selfTest };
}

function unreferenced(milliseconds: number): Promise<void> {
  return delay(milliseconds, undefined, { ref: false });
}

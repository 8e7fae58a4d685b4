import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { Logger } from "../process/logger.server";
import { authRoutes } from "./auth-api";
import { contactRoutes } from "./contact-form";
import { coreRoutes } from "./core-api";
import { generatedFleet } from "./generated-fleet";
import { createHttpServer } from "./http-server";
import { buildDatabase } from "./new-database";
import { createOutbox } from "./outbox";
import { PlainError } from "./plain-error";
import { TripDatabase } from "./trip-database";

export interface Sandbox {
  port: number;
  /** Stops the server. Resolves when the requests in progress are answered. */
  close(): Promise<void>;
}

export interface SandboxOptions {
  /** Created with the generated fleet when it does not exist. */
  databaseFile: string;
  logger: Logger;
  /** 0 picks a free port. */
  port: number;
  /** The real time in epoch milliseconds. */
  clock?: () => number;
}

/**
 * Starts the server that replaces the upstreams, on loopback.
 *
 * @throws PlainError when the database's package is not installed, or its file cannot be read
 */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const { databaseFile, logger, port, clock } = options;
  if (!existsSync(databaseFile)) {
    const trips = await fill(databaseFile);
    logger.info({ trips }, "sandbox filled with a generated fleet");
  }
  const database = await TripDatabase.open(databaseFile, clock);
  const outbox = createOutbox();
  const routes = {
    ...coreRoutes(database),
    ...authRoutes(outbox, logger),
    ...contactRoutes(outbox),
    ...outbox.routes,
  };
  const server = createHttpServer(routes, logger);
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", resolve);
  });
  return {
    // A listening TCP server has an address with a port.
    port: (server.address() as AddressInfo).port,
    close: async () => {
      await new Promise((resolve) => {
        server.close(resolve);
        server.closeIdleConnections();
      });
    },
  };
}

/** Writes a database of the generated fleet. Returns its number of trips. @throws PlainError */
async function fill(databaseFile: string): Promise<number> {
  try {
    const fleet = await buildDatabase(databaseFile, generatedFleet());
    // Another process may have put one there meanwhile.
    await (existsSync(databaseFile) ? fleet.discard() : fleet.replace());
    return fleet.trips;
  } catch (error) {
    if (error instanceof PlainError || !(error instanceof Error)) throw error;
    const [reason] = error.message.split("\n");
    throw new PlainError(
      `SANDBOX_DB: ${databaseFile} cannot be written (${reason}). Set it to a file on a disk with space, in a folder where this user may write.`,
      error,
    );
  }
}

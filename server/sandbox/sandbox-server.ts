import { once } from "node:events";
import { existsSync } from "node:fs";
import type { AddressInfo } from "node:net";
import type { DuckDBConnection } from "@duckdb/node-api";
import type { Logger } from "../process/logger.server";
import { authRoutes } from "./auth-api";
import { contactRoutes } from "./contact-form";
import { coreRoutes } from "./core-api";
import { GENERATED_FLEET } from "./generated-fleet";
import { createHttpServer } from "./http-server";
import { replaceDatabase } from "./new-database";
import { createOutbox } from "./outbox";
import { PlainError } from "./plain-error";
import { openTripDatabase } from "./trip-database";

interface SandboxOptions {
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
export async function startSandbox({ databaseFile, logger, port, clock }: SandboxOptions) {
  if (!existsSync(databaseFile)) {
    const trips = await fill(databaseFile);
    logger.info({ trips }, "sandbox filled with a generated fleet");
  }
  const database = await openTripDatabase(databaseFile, clock ?? Date.now);
  const outbox = createOutbox();
  const routes = {
    ...coreRoutes(database),
    ...authRoutes(outbox, logger),
    ...contactRoutes(outbox),
    ...outbox.routes,
  };
  const server = createHttpServer(routes, logger).listen(port, "127.0.0.1");
  await once(server, "listening");
  return {
    // A listening TCP server has an address with a port.
    port: (server.address() as AddressInfo).port,
    /** Stops the server. Resolves when the requests in progress are answered. */
    close: () => server[Symbol.asyncDispose](),
  };
}

/** Writes a database of the generated fleet. Returns its number of trips. @throws PlainError */
async function fill(databaseFile: string): Promise<number> {
  try {
    const stage = (connection: DuckDBConnection) => connection.run(GENERATED_FLEET);
    const { trips } = await replaceDatabase(databaseFile, stage, true);
    return trips;
  } catch (error) {
    if (error instanceof PlainError || !(error instanceof Error)) throw error;
    const [reason] = error.message.split("\n");
    throw new PlainError(
      `SANDBOX_DB: ${databaseFile} cannot be written (${reason}). Set it to a file on a disk with space, in a folder where this user may write.`,
      error,
    );
  }
}

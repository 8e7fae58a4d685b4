import { createLogger } from "../process/logger.server";
import { parseSettings } from "../process/settings.server";
import { failureText } from "./plain-error";
import { startSandbox } from "./sandbox-server";

const LONGEST_CLOSE_MS = 3000;

/**
 * The sandbox's process. Started with `fork` it tells its parent `{ type: "listening", port }` and
 * leaves with it; its one optional argument is the port to listen on.
 */
async function main(): Promise<void> {
  // The parent may leave while the database is still being filled.
  process.once("disconnect", () => process.exit(0));
  // Not `.env`: the product's secrets in it are none of the sandbox's business.
  const settings = parseSettings(process.env);
  const logger = createLogger(settings.logLevel).child({ process: "sandbox" });
  const sandbox = await startSandbox({
    databaseFile: settings.sandboxDb,
    logger,
    port: Number(process.argv[2] ?? 0),
  });
  const leave = () => {
    void sandbox.close().then(() => process.exit(0));
    setTimeout(() => process.exit(0), LONGEST_CLOSE_MS);
  };
  process.once("SIGTERM", leave);
  process.once("SIGINT", leave);
  process.send?.({ type: "listening", port: sandbox.port }, undefined, undefined, (error) => {
    if (error) process.exit(0);
  });
  logger.info({ port: sandbox.port }, "sandbox listening");
}

main().catch((error: unknown) => {
  process.stderr.write(`${failureText(error)}\n`);
  process.exit(1);
});

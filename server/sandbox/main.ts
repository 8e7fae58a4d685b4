import { createLogger } from "../process/logger.server";
import { parseSettings } from "../process/settings.server";
import { failureText } from "./plain-error";
import { startSandbox } from "./sandbox-server";

/**
 * Runs the sandbox process. Started with `fork`, it sends `{ type: "listening", port }` to its parent and
 * exits with it. The one optional argument is the port to listen on.
 */
async function main(): Promise<void> {
  // The parent may exit while the database is still being filled.
  process.once("disconnect", () => process.exit(0));
  // `.env` is not read, because the sandbox does not need the product's secrets.
  const settings = parseSettings(process.env);
  const logger = createLogger(settings.logLevel).child({ process: "sandbox" });
  const sandbox = await startSandbox({
    databaseFile: settings.sandboxDb,
    logger,
    port: Number(process.argv[2] ?? 0),
  });
  process.send?.({ type: "listening", port: sandbox.port }, undefined, undefined, (error) => {
    if (error) process.exit(0);
  });
  logger.info({ port: sandbox.port }, "sandbox listening");
}

main().catch((error: unknown) => {
  process.stderr.write(`${failureText(error)}\n`);
  process.exit(1);
});

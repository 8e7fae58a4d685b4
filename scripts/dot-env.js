import { existsSync } from "node:fs";
import { readEnvFile } from "../server/process/env-file.server.js";

/**
 * Gives this process the variables of the project's `.env` that it lacks, for programs that read `PORT` and `HOST`
 * before the product does. What is wrong with the file the product says when it reads it.
 */
export function readDotEnv() {
  if (!existsSync(".env")) return;
  const { values } = readEnvFile(".env");
  for (const [name, value] of Object.entries(values)) process.env[name] ??= value;
}

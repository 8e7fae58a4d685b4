import { existsSync } from "node:fs";
import { readEnvFile } from "../server/process/env-file.server.js";

/**
 * Sets the variables of the project's `.env` that the environment lacks, for programs that read `PORT` and `HOST`
 * before the product does. Problems of the file are ignored here: the product reports them when it reads the file.
 */
export function readDotEnv() {
  if (!existsSync(".env")) return;
  const { values } = readEnvFile(".env");
  for (const [name, value] of Object.entries(values)) process.env[name] ??= value;
}

import { fileURLToPath } from "node:url";

/** Makes the project's folder the working directory: a script may be started from anywhere. */
export function enterProject() {
  process.chdir(fileURLToPath(new URL("..", import.meta.url)));
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { text } from "node:stream/consumers";

/** Runs the doctor. @returns the report's lines and the exit status */
export async function examine(env: Record<string, string>, project = ".", args: string[] = []) {
  const child = spawn(process.execPath, [join(project, "scripts/doctor.js"), "--", ...args], {
    env: { NODE_ENV: "production", PATH: process.env.PATH, HOME: process.env.HOME, ...env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  const closed = once(child, "close").then(([status]) => status as number | null);
  const [output, status] = await Promise.all([text(child.stdout), closed]);
  const lines = output.trimEnd().split("\n");
  // What several findings have in common is said once, before their subjects.
  const stateOf = (subject: string) =>
    lines
      .find((line) => new RegExp(` ${subject}(?:[ ,]|$)`).test(line))
      ?.slice(0, 4)
      .trim();
  return { output, lines: lines.slice(0, -1), summary: lines.at(-1), status, stateOf };
}

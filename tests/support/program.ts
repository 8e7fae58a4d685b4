import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";

/** A running program. */
export interface Program {
  child: ChildProcess;
  /** Everything it has printed so far on either stream, line by line. */
  lines: string[];
  /** Settles with the exit status; null when a signal killed it. */
  exited: Promise<number | null>;
  /** Sends a signal. Resolves with the exit status. */
  end(signal: "SIGTERM" | "SIGKILL"): Promise<number | null>;
}

/**
 * Starts a program with no other environment than the given one.
 *
 * @param ready resolves once it has printed such a line; without it, at once
 * @throws when the program exits before that; the message contains its output
 */
export async function startProgram(
  command: string,
  args: readonly string[],
  options: { env: Record<string, string | undefined>; cwd?: string | undefined },
  ready?: RegExp,
): Promise<Program> {
  const env = { NODE_ENV: "production" as const, ...options.env };
  const child = spawn(command, args, { ...options, env, stdio: ["ignore", "pipe", "pipe"] });
  const lines: string[] = [];
  // "close" is emitted after the last line has been read, "exit" possibly before.
  const exited = once(child, "close").then(([status]) => status as number | null);
  const isReady = new Promise<void>((resolve) => {
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on("line", (line) => {
        lines.push(line);
        if (ready?.test(line)) resolve();
      });
    }
  });
  const isGone = exited.then((status) => {
    throw new Error(`left with ${status} before it was ready:\n${lines.join("\n")}`);
  });
  isGone.catch(() => undefined);
  if (ready) await Promise.race([isReady, isGone]);
  const end = (signal: "SIGTERM" | "SIGKILL") => {
    child.kill(signal);
    return exited;
  };
  return { child, lines, exited, end };
}

import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { z } from "zod";
import type { Logger } from "./logger.server";
import { inProject } from "./project-root.server";

const ENTRY = inProject("build/tools/sandbox.js");

/** The sandbox, running as a child process so that it is reached over real HTTP like any upstream. */
export type Sandbox = ReturnType<typeof startSandbox>;

export type ForkProcess = (program: string, options: ForkOptions) => ChildProcess;

const listeningMessage = z.object({ type: z.literal("listening"), port: z.number() });

/** Starts the sandbox. One that has ended is not started again. @param options `db`: file of its database */
export function startSandbox(options: {
  db: string;
  logLevel: string;
  logger: Logger;
  forkProcess?: ForkProcess;
}) {
  const { db, logLevel, logger, forkProcess = fork } = options;
  // The whole environment of the child: none of this process's secrets.
  const env: NodeJS.ProcessEnv = { NODE_ENV: "production", SANDBOX_DB: db, LOG_LEVEL: logLevel };
  // No Node arguments of this process: an `--env-file` among them would pass on its secrets after all.
  const child = forkProcess(ENTRY, {
    env,
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  let stopped = false;

  const url = new Promise<string>((resolve, reject) => {
    child.on("message", (message) => {
      const { data } = listeningMessage.safeParse(message);
      if (!data) return;
      logger.info({ pid: child.pid, port: data.port }, "sandbox started");
      resolve(`http://127.0.0.1:${data.port}`);
    });
    const end = (reason: string) => {
      if (!stopped) logger.error({ reason }, "the sandbox is not running");
      reject(new Error("the sandbox is not running"));
    };
    child.on("error", ({ message }) => end(message));
    child.once("exit", (code) => end(`exit code ${code}`));
  });
  // A rejection that nobody waits for must not end this process.
  url.catch(() => undefined);
  return {
    /** The sandbox's origin. @throws when it did not start */
    url,
    stop(): void {
      stopped = true;
      child.kill("SIGTERM");
    },
  };
}

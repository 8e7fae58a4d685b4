import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { z } from "zod";
import type { Logger } from "./logger.server";
import { inProject } from "./project-root.server";

const ENTRY = inProject("build/tools/sandbox.js");
const NOT_RUNNING = new Error("the sandbox is not running");

/** The sandbox, running as a child process so that it is reached over real HTTP like any upstream. */
export interface Sandbox {
  /** Resolves with the sandbox's origin once it listens. @throws when it is not running */
  url(): Promise<string>;
  stop(): void;
}

export type ForkProcess = (program: string, options: ForkOptions) => ChildProcess;

/** Starts the sandbox. One that has ended is not started again. @param options `db`: file of its database */
export function startSandbox(options: {
  db: string;
  logLevel: string;
  logger: Logger;
  forkProcess?: ForkProcess;
}): Sandbox {
  const { db, logLevel, logger, forkProcess = fork } = options;
  // The whole environment of the child: none of this process's secrets.
  const env: NodeJS.ProcessEnv = { NODE_ENV: "production", SANDBOX_DB: db, LOG_LEVEL: logLevel };
  const { promise, resolve, reject } = pendingUrl();
  let url = promise;
  let stopped = false;

  /** Called when the child has exited, or could not be started. */
  function end(message: string, cause: { code: number | null } | { reason: string }): void {
    if (!stopped) logger.error(cause, message);
    reject(NOT_RUNNING);
    url = Promise.reject(NOT_RUNNING);
    url.catch(() => undefined);
  }

  // No Node arguments of this process: an `--env-file` among them would pass on its secrets after all.
  const child = forkProcess(ENTRY, {
    env,
    execArgv: [],
    stdio: ["ignore", "inherit", "inherit", "ipc"],
  });
  const { pid } = child;
  child.on("message", (message) => {
    const { data } = listeningMessage.safeParse(message);
    if (!data) return;
    logger.info({ pid, port: data.port }, "sandbox started");
    resolve(`http://127.0.0.1:${data.port}`);
  });
  child.on("error", ({ message: reason }) => {
    // A child that was not started emits no `exit`. Any other error (an undelivered signal) is not its end.
    if (pid === undefined) end("sandbox did not start", { reason });
  });
  child.once("exit", (code) => end("sandbox left", { code }));
  return {
    url: () => url,
    stop() {
      stopped = true;
      child.kill("SIGTERM");
    },
  };
}

function pendingUrl() {
  let resolve: (url: string) => void = () => undefined;
  let reject: (reason: Error) => void = () => undefined;
  const promise = new Promise<string>((onUrl, onError) => {
    resolve = onUrl;
    reject = onError;
  });
  // A rejection that nobody waits for when the child dies must not end this process.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

const listeningMessage = z.object({ type: z.literal("listening"), port: z.number() });

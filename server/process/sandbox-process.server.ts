import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { z } from "zod";
import type { Logger } from "./logger.server";
import { inProject } from "./project-root.server";

const ENTRY = inProject("build/tools/sandbox.js");
const FIRST_RESTART_MS = 500;
const SLOWEST_RESTART_MS = 30_000;

const NOT_RUNNING = new Error("the sandbox is not running");

/** A child that has run this long counts as healthy; the next restart is quick again. */
const HEALTHY_AFTER_MS = 60_000;

/** The sandbox, running as a child process so that it is reached over real HTTP like any upstream. */
export interface Sandbox {
  /** Resolves with the sandbox's origin once it listens. @throws while it is not running, until it is restarted */
  url(): Promise<string>;
  stop(): void;
}

export type ForkProcess = (program: string, options: ForkOptions) => ChildProcess;

/** Starts the sandbox and keeps it running. @param options `db`: file of its database */
export function startSandbox(options: {
  db: string;
  logLevel: string;
  logger: Logger;
  forkProcess?: ForkProcess;
}): Sandbox {
  const { db, logLevel, logger, forkProcess = fork } = options;
  // The whole environment of the child: none of this process's secrets.
  const env: NodeJS.ProcessEnv = { NODE_ENV: "production", SANDBOX_DB: db, LOG_LEVEL: logLevel };
  let stopped = false;
  let delay = FIRST_RESTART_MS;
  let restart: NodeJS.Timeout | undefined;
  let child: ChildProcess | undefined;
  let pending = pendingUrl();

  function start(): void {
    const startedAt = performance.now();
    const { resolve } = (pending = pendingUrl());

    /** Called once per child: when it has exited, or could not be started. */
    function end(message: string, cause: { code: number | null } | { reason: string }): void {
      if (stopped) return;
      if (performance.now() - startedAt > HEALTHY_AFTER_MS) delay = FIRST_RESTART_MS;
      logger.error({ ...cause, restartInMs: delay }, message);
      rejectCalls();
      restart = setTimeout(start, delay);
      delay = Math.min(delay * 2, SLOWEST_RESTART_MS);
    }

    try {
      // No Node arguments of this process: an `--env-file` among them would pass on its secrets after all.
      child = forkProcess(ENTRY, {
        env,
        execArgv: [],
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
    } catch (error) {
      // Some failures to start are thrown, others are emitted as an `error` event.
      return end("sandbox did not start", { reason: String(error) });
    }
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
  }

  /** Rejects all waiting calls of `url`, and those before the next child starts. */
  function rejectCalls(): void {
    pending.reject(NOT_RUNNING);
    pending = pendingUrl();
    pending.reject(NOT_RUNNING);
  }

  start();
  return {
    url: () => pending.promise,
    stop() {
      stopped = true;
      clearTimeout(restart);
      rejectCalls();
      child?.kill("SIGTERM");
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

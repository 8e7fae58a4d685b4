import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import { z } from "zod";
import type { Logger } from "./logger.server";
import { inProject } from "./project-root.server";

const ENTRY = inProject("build/tools/sandbox.js");
const FIRST_RESTART_MS = 500;
const SLOWEST_RESTART_MS = 30_000;

const NOT_RUNNING = new Error("the sandbox is not running");

/** A child that has run this long was well; the next restart is quick again. */
const WELL_AFTER_MS = 60_000;

/** The sandbox, running as a child process so that it is reached over real HTTP like any upstream. */
export interface Sandbox {
  /** Its origin, once it listens. @throws when it is not running, until it has been started again */
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

    /** Called once: the process has left, or there was never one. */
    function end(what: string, why: { code: number | null } | { reason: string }): void {
      if (stopped) return;
      if (performance.now() - startedAt > WELL_AFTER_MS) delay = FIRST_RESTART_MS;
      logger.error({ ...why, restartInMs: delay }, what);
      turnAway();
      restart = setTimeout(start, delay);
      delay = Math.min(delay * 2, SLOWEST_RESTART_MS);
    }

    try {
      // No arguments of this process's own: `--env-file` among them would hand over its secrets after all.
      child = forkProcess(ENTRY, {
        env,
        execArgv: [],
        stdio: ["ignore", "inherit", "inherit", "ipc"],
      });
    } catch (error) {
      // Some failures are thrown, others come as an event.
      return end("sandbox did not start", { reason: String(error) });
    }
    const { pid } = child;
    child.on("message", (message) => {
      const { data } = listening.safeParse(message);
      if (!data) return;
      logger.info({ pid, port: data.port }, "sandbox started");
      resolve(`http://127.0.0.1:${data.port}`);
    });
    child.on("error", ({ message: reason }) => {
      // A process that never was never exits; any other error (a signal not delivered) is not its end.
      if (pid === undefined) end("sandbox did not start", { reason });
    });
    child.once("exit", (code) => end("sandbox left", { code }));
  }

  /** Whoever waits for it, and whoever asks before the next one starts, is told at once. */
  function turnAway(): void {
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
      turnAway();
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
  // Nobody may be asking when the child dies; that must not end this process.
  promise.catch(() => undefined);
  return { promise, resolve, reject };
}

const listening = z.object({ type: z.literal("listening"), port: z.number() });

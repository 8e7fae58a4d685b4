import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
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

interface SandboxProcessOptions {
  /** File of its database. */
  db: string;
  logLevel: string;
  logger: Logger;
  /** How its process is started; Node's own way unless told. */
  forkProcess?: ForkProcess;
}

/** Starts the sandbox and keeps it running. */
export function startSandbox(options: SandboxProcessOptions): Sandbox {
  const { logger, forkProcess = fork } = options;
  // The whole environment of the child: none of this process's secrets.
  const env: NodeJS.ProcessEnv = {
    NODE_ENV: "production",
    SANDBOX_DB: options.db,
    LOG_LEVEL: options.logLevel,
  };
  let stopped = false;
  let delay = FIRST_RESTART_MS;
  let restart: NodeJS.Timeout | undefined;
  let child: ChildProcess | undefined;
  let listening = pendingUrl();

  function start(): void {
    const startedAt = performance.now();
    listening = pendingUrl();
    const { resolve } = listening;
    child = launch(env, forkProcess, {
      onListening(pid, port) {
        logger.info({ pid, port }, "sandbox started");
        resolve(`http://127.0.0.1:${port}`);
      },
      onEnd(why) {
        if (stopped) return;
        if (performance.now() - startedAt > WELL_AFTER_MS) delay = FIRST_RESTART_MS;
        const what = "reason" in why ? "sandbox did not start" : "sandbox left";
        logger.error({ ...why, restartInMs: delay }, what);
        turnAway();
        restart = setTimeout(start, delay);
        delay = Math.min(delay * 2, SLOWEST_RESTART_MS);
      },
    });
  }

  /** Whoever waits for it, and whoever asks before the next one starts, is told at once. */
  function turnAway(): void {
    listening.reject(NOT_RUNNING);
    listening = pendingUrl();
    listening.reject(NOT_RUNNING);
  }

  start();
  return {
    url: () => listening.promise,
    stop() {
      stopped = true;
      clearTimeout(restart);
      turnAway();
      child?.kill("SIGTERM");
    },
  };
}

interface Life {
  onListening: (pid: number | undefined, port: number) => void;
  /** Called once: the process has left, or there was never one. */
  onEnd: (why: { code: number | null } | { reason: string }) => void;
}

function launch(env: NodeJS.ProcessEnv, forkProcess: ForkProcess, life: Life) {
  const { onListening, onEnd } = life;
  let child: ChildProcess;
  try {
    // No arguments of this process's own: `--env-file` among them would hand over its secrets after all.
    child = forkProcess(ENTRY, {
      env,
      execArgv: [],
      stdio: ["ignore", "inherit", "inherit", "ipc"],
    });
  } catch (error) {
    // Some failures are thrown, others come as an event; the caller is to see one kind.
    setImmediate(onEnd, { reason: String(error) });
    return undefined;
  }
  child.on("message", (message) => {
    const port = listeningPort(message);
    if (port !== null) onListening(child.pid, port);
  });
  child.on("error", (error) => {
    // A process that never was never exits; any other error (a signal not delivered) is not its end.
    if (child.pid === undefined) onEnd({ reason: error.message });
  });
  child.once("exit", (code) => onEnd({ code }));
  return child;
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

function listeningPort(message: unknown): number | null {
  if (typeof message !== "object" || message === null) return null;
  const { type, port } = message as { type?: unknown; port?: unknown };
  return type === "listening" && typeof port === "number" ? port : null;
}

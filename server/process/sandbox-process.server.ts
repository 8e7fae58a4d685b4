import { fork, type ChildProcess, type ForkOptions } from "node:child_process";
import type { Logger } from "./logger.server";
import { inProject } from "./project-root.server";

const ENTRY = inProject("build/tools/sandbox.js");

/** The sandbox, running as a child process so that it is reached over real HTTP like any upstream. */
export type Sandbox = ReturnType<typeof startSandbox>;

export type ForkProcess = (program: string, options: ForkOptions) => ChildProcess;

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
  const url = new Promise<string>((resolve, reject) => {
    child.once("message", (message) => {
      const { port } = message as { port: number }; // the one message of the sandbox
      logger.info({ pid: child.pid, port }, "sandbox started");
      resolve(`http://127.0.0.1:${port}`);
    });
    const end = (reason: string) => {
      logger.error({ reason }, "the sandbox is not running");
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
    stop: () => void child.kill("SIGTERM"),
  };
}

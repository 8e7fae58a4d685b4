import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { freePort } from "./free-port";
import { startProgram, type Program } from "./program";

/** The built server under test, running as a process of its own. */
export interface BuiltServer extends Pick<Program, "child" | "lines"> {
  /** Its origin, without a trailing slash. */
  url: string;
  /** Sends SIGTERM; the graceful shutdown takes seconds. Resolves with the exit status. */
  stop(): Promise<number | null>;
  /** Sends SIGKILL, for tests that need no graceful shutdown; the sandbox process exits by itself. */
  kill(): Promise<void>;
}

export interface BuiltServerOptions {
  /** Environment variables. Of the tests' own environment, only PATH and HOME are passed on. */
  env?: Record<string, string>;
  /** `main`: `server/main.js`; `remix-serve`: the same build under plain remix-serve. */
  under?: keyof typeof COMMANDS;
  /** Another program and its arguments, and the folder that it is started in. */
  instead?: { command: readonly string[]; cwd: string };
}

const COMMANDS = {
  main: ["server/main.js"],
  "remix-serve": ["node_modules/.bin/remix-serve", "build/server/index.js"],
};

/** Settings for tests without upstream calls: starts no sandbox; nothing listens at the API URLs. */
export const WITHOUT_UPSTREAM = {
  SANDBOX: "off",
  CORE_API_URL: "http://127.0.0.1:9",
  AUTH_API_URL: "http://127.0.0.1:9",
};

/** Node's option that runs this module before the server. */
export const preload = (code: string) =>
  `--import=data:text/javascript,${encodeURIComponent(code)}`;

/** Hides the lag of the event loop from the server, so that a busy machine does not make it refuse requests. */
export const CALM = preload(`
import { syncBuiltinESMExports } from "node:module";
import hooks from "node:perf_hooks";
const { monitorEventLoopDelay } = hooks;
const watch = (...options) => Object.defineProperty(monitorEventLoopDelay(...options), "mean", { value: 0 });
hooks.monitorEventLoopDelay = watch;
syncBuiltinESMExports();
`);

/** Takes the time limits from a program's requests, because answers of a busy machine are late. */
export const PATIENT = preload("AbortSignal.timeout = () => new AbortController().signal;");

/** The sandboxes of a worker share a database, which the first one fills. */
const SANDBOX_DB = join(mkdtempSync(join(tmpdir(), "pulse-")), "sandbox.duckdb");

const READY = /^(?:.+ is ready at|\[remix-serve\]) http:|Local.*:.*http:/;

/**
 * Starts the built server on a free port, with the tests' own sandbox database unless `env` names another, and
 * resolves when it is ready. Needs the build (`npm run build`).
 *
 * @throws when the process exits before it is ready; the message contains its output
 */
export async function startBuiltServer(options: BuiltServerOptions = {}): Promise<BuiltServer> {
  const port = options.env?.PORT ?? String(await freePort());
  const program = await launch({ ...options, env: { ...options.env, PORT: port } }, READY);
  return {
    ...program,
    url: `http://localhost:${port}`,
    stop: () => program.end("SIGTERM"),
    kill: async () => void (await program.end("SIGKILL")),
  };
}

/**
 * Runs the built server with settings that it should refuse.
 *
 * @returns its exit status and everything it printed
 */
export async function runUntilExit(options: BuiltServerOptions) {
  const { lines, exited } = await launch(options);
  const status = await exited;
  return { status, output: lines.join("\n") };
}

function launch({ env = {}, under = "main", instead }: BuiltServerOptions, ready?: RegExp) {
  const [program = "", ...args] = instead?.command ?? [process.execPath, ...COMMANDS[under]];
  const own = {
    PATH: process.env.PATH,
    HOME: process.env.HOME,
    SANDBOX_DB,
    // No call may time out because the machine is busy.
    UPSTREAM_TIMEOUT_MS: "60000",
    ...env,
    NODE_OPTIONS: `${CALM} ${env.NODE_OPTIONS ?? ""}`,
  };
  return startProgram(program, args, { env: own, cwd: instead?.cwd }, ready);
}

import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { freePort } from "./free-port";

/** The built server under test, running as a process of its own. */
export interface BuiltServer {
  /** Its origin, without a trailing slash. */
  url: string;
  /** Everything it has printed so far on either stream, line by line. */
  lines: string[];
  child: ChildProcess;
  /** Settles with the exit status; null when a signal killed it. */
  exited: Promise<number | null>;
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

const READY = /^(?:.+ is ready at|\[remix-serve\]) http:|Local.*:.*http:/;

/**
 * Starts the built server on a free port, with its own sandbox database unless `env` names another, and
 * resolves when it is ready. Needs the build (`npm run build`).
 *
 * @throws when the process exits before it is ready; the message contains its output
 */
export async function startBuiltServer(options: BuiltServerOptions = {}): Promise<BuiltServer> {
  const port = options.env?.PORT ?? String(await freePort());
  const url = `http://localhost:${port}`;
  const server = launch({ ...options, env: { ...options.env, PORT: port } });
  await new Promise<void>((resolve, reject) => {
    server.onLine((line) => {
      if (READY.test(line)) resolve();
    });
    void server.exited.then((status) =>
      reject(new Error(`left with ${status} before it was ready:\n${server.lines.join("\n")}`)),
    );
  });
  return {
    ...server,
    url,
    stop() {
      server.child.kill("SIGTERM");
      return server.exited;
    },
    async kill() {
      server.child.kill("SIGKILL");
      await server.exited;
    },
  };
}

/**
 * Runs the built server with settings that it should refuse.
 *
 * @returns its exit status and everything it printed
 */
export async function runUntilExit(options: BuiltServerOptions) {
  const { lines, exited } = launch(options);
  const status = await exited;
  return { status, output: lines.join("\n") };
}

function launch({ env = {}, under = "main", instead }: BuiltServerOptions) {
  const [program, ...args] = instead?.command ?? [process.execPath, ...COMMANDS[under]];
  const child = spawn(program ?? "", args, {
    cwd: instead?.cwd,
    env: {
      NODE_ENV: "production",
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      SANDBOX_DB: join(mkdtempSync(join(tmpdir(), "pulse-")), "sandbox.duckdb"),
      ...env,
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const lines: string[] = [];
  const listeners: ((line: string) => void)[] = [];
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on("line", (line) => {
      lines.push(line);
      for (const listener of listeners) listener(line);
    });
  }
  // "close" is emitted after the last line has been read, "exit" possibly before.
  const exited = once(child, "close").then(([status]) => status as number | null);
  return {
    child,
    lines,
    exited,
    onLine: (listener: (line: string) => void) => void listeners.push(listener),
  };
}

import { spawn, spawnSync, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import * as fs from "node:fs";
import { availableParallelism, tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { eventually } from "../support/eventually";
import { freePort } from "../support/free-port";
import type { Answer } from "./load";

export type Server = Awaited<ReturnType<typeof start>>;

const children: ChildProcess[] = [];
const folder = fs.mkdtempSync(join(tmpdir(), "bench-"));
process.on("exit", () => {
  for (const child of children) child.kill("SIGKILL");
  fs.rmSync(folder, { recursive: true, force: true });
});
for (const signal of ["SIGINT", "SIGTERM"]) process.once(signal, () => process.exit(1));

/** If possible, the measured server has a core of its own; everything else runs on another. */
const pinned = availableParallelism() > 1 && !spawnSync("taskset", ["--version"]).error;
const ownCore = pinned ? ["taskset", "-c", "1"] : [];
if (pinned) spawnSync("taskset", ["-acp", "0", String(process.pid)]);

/** A copy of the repository is built and measured: without `.env`, with the extra route `/bench/empty`. */
const COPY = resolve(".cache/bench");
const NOT_COPIED = ["node_modules", "build", ".git", ".cache", ".data", ".env"];
for (const entry of fs.readdirSync(".").filter((name) => !NOT_COPIED.includes(name))) {
  fs.rmSync(join(COPY, entry), { recursive: true, force: true });
  fs.cpSync(entry, join(COPY, entry), { recursive: true });
}
fs.rmSync(join(COPY, "node_modules"), { force: true });
fs.symlinkSync(resolve("node_modules"), join(COPY, "node_modules"), "dir");
const emptyRoute = "export const loader = () => null;\nexport default () => null;\n";
fs.writeFileSync(join(COPY, "app/routes/bench-empty.tsx"), emptyRoute);
const routes = fs.readFileSync("app/routes.ts", "utf8");
const withEmptyRoute = 'route("bench/empty", "routes/bench-empty.tsx"),\n  route("*"';
fs.writeFileSync(join(COPY, "app/routes.ts"), routes.replace('route("*"', withEmptyRoute));
const built = spawnSync(process.execPath, ["scripts/build.js"], { cwd: COPY, stdio: "inherit" });
if (built.status !== 0) process.exit(1);

export const sandbox = await start(
  (port) => [process.execPath, "build/tools/sandbox.js", String(port)],
  { SANDBOX_DB: join(folder, "sandbox.duckdb") },
);

/** Starts one process of the product; its access log is written and discarded. */
export function startProduct(): Promise<Server> {
  return start(() => [...ownCore, process.execPath, "server/main.js"], {
    TRUST_PROXY: "1",
    CORE_API_URL: sandbox.url,
    AUTH_API_URL: sandbox.url,
    CONTACT_FORM_URL: `${sandbox.url}/contact-form`,
    CONTACT_FORM_ACCESS_KEY: "bench",
  });
}

/** Starts a Node server that sends the given response to every request. */
export function startBareServer({ status, headers, body }: Answer): Promise<Server> {
  const program = resolve("tests/bench/bare-server.js");
  const file = join(fs.mkdtempSync(join(folder, "bare-")), "answer.json");
  fs.writeFileSync(file, JSON.stringify({ status, headers, body: body.toString("base64") }));
  return start((port) => [...ownCore, process.execPath, program, String(port), file]);
}

/** nginx's command, or undefined; Debian installs it in a folder that only root's PATH contains. */
export const nginx = ["nginx", "/usr/sbin/nginx"].find((name) => !spawnSync(name, ["-v"]).error);

/** Starts one nginx worker that sends the body of a response from a file and writes no log. */
export function startNginx({ headers, body }: Answer): Promise<Server> {
  const root = fs.mkdtempSync(join(folder, "nginx-"));
  fs.writeFileSync(join(root, "answer"), body);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return start((port) => {
    const settings = `daemon off; master_process off; pid ${root}/pid; error_log stderr warn;
      events { worker_connections 1024; }
      http {
        ${temporary.map((kind) => `${kind}_temp_path ${root}/${kind};`).join(" ")}
        access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; types { }
        default_type "${String(headers["content-type"])}";
        add_header Content-Encoding ${String(headers["content-encoding"])};
        server { listen 127.0.0.1:${port}; root ${root}; location / { try_files /answer =404; } }
      }`;
    fs.writeFileSync(join(root, "settings"), settings);
    return [...ownCore, nginx ?? "", "-p", root, "-c", join(root, "settings")];
  });
}

async function start(commandAt: (port: number) => string[], settings = {}) {
  const port = await freePort();
  const [program = "", ...args] = commandAt(port);
  // No environment variable of this machine reaches the measured server.
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, PORT: String(port) };
  const child = spawn(program, args, {
    cwd: COPY,
    env: { ...env, ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  const exited = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/readyz`)).status < 500);
  return {
    pid: child.pid ?? 0,
    url,
    async stop() {
      child.kill("SIGKILL");
      await exited;
    },
  };
}

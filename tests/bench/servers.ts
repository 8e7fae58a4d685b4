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

/** Where possible the server that is measured has a core to itself, and everything else has another. */
const pinned = availableParallelism() > 1 && !spawnSync("taskset", ["--version"]).error;
const ownCore = pinned ? ["taskset", "-c", "1"] : [];
if (pinned) spawnSync("taskset", ["-acp", "0", String(process.pid)]);

/** The build that is measured is one of a copy, which has no `.env`, and one route more: `/bench/empty`. */
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
const more = 'route("bench/empty", "routes/bench-empty.tsx"),\n  route("*"';
fs.writeFileSync(join(COPY, "app/routes.ts"), routes.replace('route("*"', more));
const built = spawnSync(process.execPath, ["scripts/build.js"], { cwd: COPY, stdio: "inherit" });
if (built.status !== 0) process.exit(1);

export const sandbox = await start(
  (port) => [process.execPath, "build/tools/sandbox.js", String(port)],
  { SANDBOX_DB: join(folder, "sandbox.duckdb") },
);

/** Starts one process of the product; it logs each access, to nowhere. */
export function startProduct(): Promise<Server> {
  return start(() => [...ownCore, process.execPath, "server/main.js"], {
    TRUST_PROXY: "1",
    CORE_API_URL: sandbox.url,
    AUTH_API_URL: sandbox.url,
    CONTACT_FORM_URL: `${sandbox.url}/contact-form`,
    CONTACT_FORM_ACCESS_KEY: "bench",
  });
}

/** Starts a server that sends one answer to everyone. */
export function startBareServer({ status, headers, body }: Answer): Promise<Server> {
  const program = resolve("tests/bench/bare-server.js");
  const file = join(fs.mkdtempSync(join(folder, "bare-")), "answer.json");
  fs.writeFileSync(file, JSON.stringify({ status, headers, body: body.toString("base64") }));
  return start((port) => [...ownCore, process.execPath, program, String(port), file]);
}

/** Debian keeps it where only root's path looks. */
export const nginx = ["nginx", "/usr/sbin/nginx"].find((name) => !spawnSync(name, ["-v"]).error);

/** Starts one worker of nginx that sends the body of an answer from a file and writes no log. */
export function startNginx({ headers, body }: Answer): Promise<Server> {
  const own = fs.mkdtempSync(join(folder, "nginx-"));
  fs.writeFileSync(join(own, "answer"), body);
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return start((port) => {
    const settings = `daemon off; master_process off; pid ${own}/pid; error_log stderr warn;
      events { worker_connections 1024; }
      http {
        ${temporary.map((kind) => `${kind}_temp_path ${own}/${kind};`).join(" ")}
        access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000; types { }
        default_type "${String(headers["content-type"])}";
        add_header Content-Encoding ${String(headers["content-encoding"])};
        server { listen 127.0.0.1:${port}; root ${own}; location / { try_files /answer =404; } }
      }`;
    fs.writeFileSync(join(own, "settings"), settings);
    return [...ownCore, nginx ?? "", "-p", own, "-c", join(own, "settings")];
  });
}

async function start(commandAt: (port: number) => string[], settings = {}) {
  const port = await freePort();
  const [program = "", ...args] = commandAt(port);
  // No setting of this machine reaches what is measured.
  const env = { PATH: process.env.PATH, NODE_ENV: "production" as const, PORT: String(port) };
  const child = spawn(program, args, {
    cwd: COPY,
    env: { ...env, ...settings },
    stdio: ["ignore", "ignore", "inherit"],
  });
  children.push(child);
  const left = once(child, "exit");
  const url = `http://127.0.0.1:${port}`;
  await eventually(async () => (await fetch(`${url}/readyz`)).status < 500);
  return {
    pid: child.pid ?? 0,
    url,
    async stop() {
      child.kill("SIGKILL");
      await left;
    },
  };
}

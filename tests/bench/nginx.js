import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { headerOf } from "./captured-answer.js";
import { pinned } from "./cores.js";
import { Unavailable } from "./unavailable.js";

/** Debian keeps it where only root's path looks. */
const PROGRAMS = ["nginx", "/usr/sbin/nginx"];

/**
 * The baseline nginx: one worker that sends the bytes from a file, with nothing written to a log.
 *
 * @param {string} folder for its configuration and the file
 * @param {import("./captured-answer.js").Answer} answer of which it sends the body, type and encoding
 * @returns {Promise<{ pid: number, url: string, stop: () => void }>} every path under `url` has the file
 * @throws Unavailable where nginx is not installed
 */
export async function startNginx(folder, answer) {
  const program = PROGRAMS.find((name) => spawnSync(name, ["-v"]).status === 0);
  if (program === undefined)
    throw new Unavailable("nginx is not installed (on Debian: apt-get install nginx-light)");
  const own = mkdtempSync(join(folder, "nginx-"));
  const port = await freePort();
  writeFileSync(join(own, "answer"), answer.body);
  writeFileSync(join(own, "nginx.conf"), configuration(own, port, answer));
  const [command, args] = pinned("answering", [program, "-p", own, "-c", join(own, "nginx.conf")]);
  const child = spawn(command, args, { stdio: ["ignore", "inherit", "inherit"] });
  // It writes this file when it listens.
  while (!existsSync(join(own, "nginx.pid"))) {
    if (child.exitCode !== null) throw new Error("nginx left before it listened");
    await sleep(20);
  }
  return {
    pid: child.pid ?? 0,
    url: `http://127.0.0.1:${port}`,
    stop: () => child.kill("SIGTERM"),
  };
}

/** @param {string} own folder @param {number} port @param {import("./captured-answer.js").Answer} answer */
function configuration(own, port, answer) {
  const encoding = headerOf(answer, "content-encoding");
  const temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"];
  return `
    daemon off;
    master_process off;
    pid ${own}/nginx.pid;
    error_log stderr warn;
    events { worker_connections 1024; }
    http {
      ${temporary.map((kind) => `${kind}_temp_path ${own}/${kind};`).join("\n      ")}
      access_log off;
      sendfile on;
      tcp_nopush on;
      keepalive_requests 100000000;
      types { }
      default_type "${headerOf(answer, "content-type") ?? "application/octet-stream"}";
      ${encoding === undefined ? "" : `add_header Content-Encoding ${encoding};`}
      server {
        listen 127.0.0.1:${port};
        root ${own};
        location / { try_files /answer =404; }
      }
    }
  `;
}

async function freePort() {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}

import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { programPath } from "../../scripts/test-programs.js";
import { freePort } from "./free-port";

const program = programPath("haproxy");

/** Whether tests that need HAProxy are skipped; `npm test` says so at its end. */
export const haproxyMissing = program === null;

export interface Haproxy {
  /** Where it speaks plain HTTP, without a trailing slash. */
  url: string;
  /** Where it speaks TLS, unless it stands behind another proxy. */
  tlsUrl: string;
  figuresUrl: string;
  pid: number | undefined;
  lines: string[];
  stop(): Promise<void>;
}

/**
 * Starts the proxy of `compose.yaml`, with the file that is shipped; resolves when it takes connections.
 *
 * @param instances origins of the two servers behind it, or three
 * @param env settings of the file; `CERTIFICATES` names a folder, `OUTER_PROXIES` the proxies in front of it
 * @param options `host`: where it listens; `within`: a command that runs another one, such as `unshare --net`
 */
export async function startHaproxy(
  instances: readonly [string, string, ...string[]],
  env: Record<string, string>,
  { host = "127.0.0.1", within = [] }: { host?: string; within?: readonly string[] } = {},
): Promise<Haproxy> {
  if (program === null) throw new Error("haproxy is not installed");
  const [port, tlsPort, figures] = [await freePort(), await freePort(), await freePort()];
  // IPv4 clients by a socket of IPv6, as where it is deployed.
  const bind = host === "127.0.0.1" ? `::ffff:${host}` : host;
  const [one = "", two = "", three] = instances.map(
    (url) => url && `127.0.0.1:${new URL(url).port}`,
  );
  const command = [...within, program, "-W", "-db", "-f", "deploy/haproxy.cfg"];
  const child = spawn(command[0] ?? program, command.slice(1), {
    env: {
      NODE_ENV: "production",
      ...env,
      PATH: process.env.PATH,
      SITE_BIND: `${bind}:${port}`,
      TLS_BIND: `${bind}:${tlsPort}`,
      METRICS_BIND: `127.0.0.1:${figures}`,
      INSTANCE_1: one,
      INSTANCE_2: two,
      ...(three && { INSTANCE_3: three }),
    },
    stdio: ["ignore", "pipe", "pipe"],
  });
  const closed = once(child, "close");
  const lines: string[] = [];
  await new Promise<void>((resolve, reject) => {
    for (const input of [child.stdout, child.stderr]) {
      createInterface({ input }).on("line", (line) => {
        lines.push(line);
        if (/Loading success/.test(line)) resolve();
      });
    }
    void closed.then(() => reject(new Error(lines.join("\n"))));
  });
  return {
    url: `http://${host}:${port}`,
    tlsUrl: `https://localhost:${tlsPort}`,
    figuresUrl: `http://127.0.0.1:${figures}/metrics`,
    pid: child.pid,
    lines,
    async stop() {
      child.kill("SIGTERM");
      await closed;
    },
  };
}

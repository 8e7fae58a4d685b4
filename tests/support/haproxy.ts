import { programPath } from "./program-path";
import { freePort } from "./free-port";
import { startProgram } from "./program";

const program = programPath("haproxy");

/** Whether tests that need HAProxy are skipped. */
export const haproxyMissing = program === null;

export interface Haproxy {
  /** Origin of plain HTTP, without a trailing slash. */
  url: string;
  /** Origin of HTTPS; unused when another proxy is in front of it. */
  tlsUrl: string;
  figuresUrl: string;
  pid: number | undefined;
  lines: string[];
  stop(): Promise<void>;
}

/**
 * Starts the proxy of `compose.yaml` with the shipped configuration; resolves when it accepts connections.
 *
 * @param instances origins of the two servers behind it
 * @param env settings of the file: `CERTIFICATES` is a folder, `OUTER_PROXIES` the proxies in front of it
 */
export async function startHaproxy(
  instances: readonly [string, string],
  env: Record<string, string>,
): Promise<Haproxy> {
  if (program === null) throw new Error("haproxy is not installed");
  const [port, tlsPort, figures] = [await freePort(), await freePort(), await freePort()];
  // As in the deployment, an IPv6 socket accepts the IPv4 clients.
  const bind = "::ffff:127.0.0.1";
  const [first, second] = instances.map((url) => `127.0.0.1:${new URL(url).port}`);
  const args = ["-W", "-db", "-f", "deploy/haproxy.cfg"];
  const own = {
    ...env,
    PATH: process.env.PATH,
    SITE_BIND: `${bind}:${port}`,
    TLS_BIND: `${bind}:${tlsPort}`,
    METRICS_BIND: `127.0.0.1:${figures}`,
    INSTANCE_1: first,
    INSTANCE_2: second,
  };
  const proxy = await startProgram(program, args, { env: own }, /Loading success/);
  return {
    url: `http://127.0.0.1:${port}`,
    tlsUrl: `https://localhost:${tlsPort}`,
    figuresUrl: `http://127.0.0.1:${figures}/metrics`,
    pid: proxy.child.pid,
    lines: proxy.lines,
    stop: async () => void (await proxy.end("SIGTERM")),
  };
}

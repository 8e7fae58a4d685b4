import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type ListenOptions } from "node:net";

/** Below Linux's ephemeral ports (from 32768), so no outgoing connection takes a port before its server. */
const PORTS = [20_000, 32_000] as const;

/** A port that nothing listens on, and that this function has given to no other process. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (!(await isReserved(port)) && (await listens({ port }, "close"))) return port;
  }
}

/**
 * Reserves a port among test processes, because another test could get the same port before the server
 * listens. The lock is a Linux abstract socket: it has a name, is no file, and ends with its process.
 */
async function isReserved(port: number): Promise<boolean> {
  if (process.platform !== "linux") return false;
  return !(await listens({ path: `\0pulse-test-port-${port}` }, "keep"));
}

async function listens(options: ListenOptions, then: "close" | "keep"): Promise<boolean> {
  const server = createServer().unref().listen(options);
  const listening = await once(server, "listening").then(
    () => true,
    () => false,
  );
  if (then === "close") server.close();
  return listening;
}

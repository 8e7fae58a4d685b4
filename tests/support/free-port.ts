import { randomInt } from "node:crypto";
import { once } from "node:events";
import { createServer, type ListenOptions } from "node:net";

/** Below the ports of outgoing connections (Linux gives them from 32768 on): none takes it before its server does. */
const PORTS = [20_000, 32_000] as const;

/** A port that nobody listens on, and that no other process has been given by this. */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = randomInt(...PORTS);
    if (!(await isReserved(port)) && (await listens({ port }, "close"))) return port;
  }
}

/**
 * Reserves a port among test processes: its server listens only after a while, and another test could be given the same
 * port meanwhile. Linux' abstract sockets have a name, are no file, and end with their process.
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

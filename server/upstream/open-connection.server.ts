import { promisify } from "node:util";
import { buildConnector } from "undici";

/** Opens a connection to an address, with TLS for https, sends nothing over it, and closes it. */
export async function openConnection(url: string, timeoutMs: number): Promise<void> {
  const { protocol, host, port, hostname } = new URL(url);
  const connect = promisify(buildConnector({ timeout: timeoutMs }));
  const target = { protocol, host, port, hostname: hostname.replace(/^\[(.*)\]$/, "$1") };
  (await connect(target))?.destroy();
}

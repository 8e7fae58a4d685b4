import { once } from "node:events";
import { connect, isIP } from "node:net";
import { connect as connectTls } from "node:tls";
import { noConnection } from "./upstream-error.server";

/**
 * Opens a connection to an address, with TLS for https, sends nothing over it, and closes it.
 *
 * @throws UpstreamError `connection`
 */
export async function openConnection(url: string, timeoutMs: number): Promise<void> {
  const { protocol, hostname, port } = new URL(url);
  const host = hostname.replace(/^\[(.*)\]$/, "$1");
  const isTls = protocol === "https:";
  const target = { host, port: Number(port) || (isTls ? 443 : 80) };
  const name = isIP(host) === 0 ? { servername: host } : {};
  const socket = isTls ? connectTls({ ...target, ...name }) : connect(target);
  try {
    const signal = AbortSignal.timeout(timeoutMs);
    await once(socket, isTls ? "secureConnect" : "connect", { signal });
  } catch (error) {
    throw noConnection(error, false);
  } finally {
    socket.destroy();
  }
}

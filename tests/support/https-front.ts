import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";

/** Creates a self-signed certificate for `localhost` and its key, as one PEM text. */
export function selfSigned(): string {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "-", ...subject];
  return execFileSync("openssl", args, { encoding: "utf8", stdio: "pipe" });
}

/** Starts an HTTPS proxy in front of a server that trusts one proxy. */
export async function startHttpsFront(origin: string, pem: string): Promise<Server> {
  const { hostname, port } = new URL(origin);
  const server = createServer({ cert: pem, key: pem }, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const forwarded = {
      ...headers,
      "x-forwarded-for": incoming.socket.remoteAddress,
      "x-forwarded-proto": "https",
      "x-forwarded-host": headers.host,
    };
    const proxied = request({ hostname, port, path: url, method, headers: forwarded }, (reply) => {
      outgoing.writeHead(reply.statusCode ?? 502, reply.rawHeaders);
      reply.pipe(outgoing);
    });
    proxied.once("error", () => outgoing.destroy());
    incoming.pipe(proxied);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return server;
}

export function portOf(server: Server): number {
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  return port;
}

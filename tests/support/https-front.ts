import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";

/** Makes a certificate for `localhost` that vouches for itself, and its key; both are in one PEM text. */
export function selfSigned(): string {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "-", ...subject];
  return execFileSync("openssl", args, { encoding: "utf8", stdio: "pipe" });
}

/** A proxy that speaks https before a server that trusts one. */
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
    const inward = request({ hostname, port, path: url, method, headers: forwarded }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    inward.once("error", () => outgoing.destroy());
    incoming.pipe(inward);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return server;
}

export function portOf(server: Server): number {
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  return port;
}

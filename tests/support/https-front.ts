import { once } from "node:events";
import { request } from "node:http";
import { createServer, type Server } from "node:https";
import type { AddressInfo } from "node:net";
import { generate } from "selfsigned";

/** A certificate for this machine, and what has to be trusted to believe it. */
export interface Certificate {
  cert: string;
  key: string;
}

/** Makes a certificate for `localhost` that vouches for itself. */
export async function selfSigned(): Promise<Certificate> {
  const { cert, private: key } = await generate([{ name: "commonName", value: "localhost" }], {
    keyType: "ec",
    algorithm: "sha256",
    extensions: [
      { name: "basicConstraints", cA: true, critical: true },
      { name: "subjectAltName", altNames: [{ type: 2, value: "localhost" }] },
    ],
  });
  return { cert, key };
}

/**
 * A proxy that speaks https before a server that trusts one.
 *
 * @param origin of the server
 * @param front the page that it shows as its `/`, with status 200 also when it is an error page: scanners look at
 *   nothing else
 */
export async function startHttpsFront(
  origin: string,
  certificate: Certificate,
  front = "/",
): Promise<Server> {
  const { hostname, port } = new URL(origin);
  const server = createServer(certificate, (incoming, outgoing) => {
    const { method, url, headers } = incoming;
    const path = url === "/" ? front : url;
    const forwarded = {
      ...headers,
      "x-forwarded-for": incoming.socket.remoteAddress,
      "x-forwarded-proto": "https",
      "x-forwarded-host": headers.host,
    };
    const inward = request({ hostname, port, path, method, headers: forwarded }, (answer) => {
      const status = answer.statusCode === 404 ? 200 : (answer.statusCode ?? 502);
      outgoing.writeHead(status, answer.rawHeaders);
      answer.pipe(outgoing);
    });
    inward.once("error", () => outgoing.destroy());
    incoming.pipe(inward);
  });
  server.listen(0, "localhost");
  await once(server, "listening");
  return server;
}

/** `localhost:PORT`. */
export function hostOf(server: Server): string {
  return `localhost:${portOf(server)}`;
}

/** Where a server listens. */
export function portOf(server: Server): number {
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  return port;
}

import { execFileSync } from "node:child_process";
import { once } from "node:events";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";

/** Creates a self-signed certificate for `localhost` and its key, as one PEM text. */
export function selfSigned(): string {
  const subject = ["-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost"];
  const args = ["req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", "-", ...subject];
  return execFileSync("openssl", args, { encoding: "utf8", stdio: "pipe" });
}

/** Starts an HTTPS server with such a certificate, which no client accepts. */
export async function startUntrusted() {
  const pem = selfSigned();
  const server = createServer({ cert: pem, key: pem }).listen(0, "localhost");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo; // not a pipe, so never a string or null
  return { url: `https://localhost:${port}`, stop: () => server.close() };
}

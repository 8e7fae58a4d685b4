import { hkdfSync } from "node:crypto";

/**
 * Keys for sealing, one for each secret (HKDF with SHA-256, RFC 5869): the first seals, all unseal, so that a
 * secret can be rotated while people are in the middle of something.
 *
 * @param secrets at least one, newest first
 * @param purpose what the keys are for; keys of one purpose open nothing of another
 */
export function deriveKeys(secrets: readonly string[], purpose: string): Uint8Array[] {
  return secrets.map((secret) => new Uint8Array(hkdfSync("sha256", secret, "", purpose, 32)));
}

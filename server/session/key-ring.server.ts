import { createHmac, hkdfSync } from "node:crypto";

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

/**
 * A one-way name for something private (a phone number, an OTP session), so that counters never hold the thing
 * itself. Keyed, because phone numbers are few enough to be tried out.
 */
export function createFingerprint(secrets: readonly string[]): (text: string) => string {
  const [key = new Uint8Array()] = deriveKeys(secrets.slice(0, 1), "pulse counters");
  return (text) => createHmac("sha256", key).update(text).digest("base64url");
}

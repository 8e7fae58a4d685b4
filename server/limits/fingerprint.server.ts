import { createHash } from "node:crypto";

/** Prefix that makes these names differ from all other hashes of the same text. */
const DOMAIN = "pulse counter\0";

/**
 * The name under which a private text (a phone number, an OTP session) is counted, the same on every instance.
 *
 * The hash has no key. A key would have to be shared by all instances and outlive each `SESSION_SECRET`, or a rotation
 * would reset every limit; then the key would be stored in Redis beside the names. Without a key, phone numbers are few
 * enough to be tried out by a reader of Redis, who would learn who asked for a code within the last hour. So names live
 * no longer than their counts, and Redis belongs inside the network, behind a password, without dumps.
 */
export function fingerprint(text: string): string {
  return createHash("sha256").update(DOMAIN).update(text).digest("base64url");
}

import { createHash } from "node:crypto";

/** Nothing else that hashes a phone number gets the same name. */
const DOMAIN = "pulse counter\0";

/**
 * The name under which something private (a phone number, an OTP session) is counted, the same on every instance.
 *
 * It has no key. A key would have to be shared by all instances and outlive each `SESSION_SECRET`, or a rotation
 * would hand out every limit anew; then it would lie in Redis beside the names. Without one, phone numbers are few
 * enough to be tried out by whoever can read Redis: they would learn who asked for a code within the last hour. So
 * names live no longer than their counts, and Redis belongs inside the network, behind a password, without dumps.
 */
export function fingerprint(text: string): string {
  return createHash("sha256").update(DOMAIN).update(text).digest("base64url");
}

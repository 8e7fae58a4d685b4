import { createHash } from "node:crypto";
import type { Settings } from "../process/settings.server";

/** Version of the stored form: builds with different versions share nothing. */
const SCHEMA = 2;

type Owner = Pick<Settings, "siteUrl" | "siteUrlIsDefault" | "authApiUrl">;

/**
 * The prefix of a deployment's keys, the same for all its instances: limits belong to a site and its auth API, so two
 * deployments on one Redis share nothing. Addresses are hashed, because they may contain a secret.
 */
export function keyPrefix({ siteUrl, siteUrlIsDefault, authApiUrl }: Owner): string {
  // The default URL contains the port, which differs between the instances of one machine.
  const site = siteUrlIsDefault ? "" : siteUrl.origin;
  const auth = authApiUrl === undefined ? "sandbox" : new URL(authApiUrl).href;
  const hash = createHash("sha256")
    .update(JSON.stringify([site, auth]))
    .digest("hex");
  return `pulse:${SCHEMA}:${hash.slice(0, 10)}:`;
}

import { createHash } from "node:crypto";
import type { Settings } from "../process/settings.server";

/** The names in front of a deployment's keys and channels. All its instances use the same, no other deployment does. */
export interface OwnerNames {
  /** For answers of the core API. */
  figures: string;
  /** For limits, marks of deletions, and the instances. */
  limits: string;
}

type Owner = Pick<
  Settings,
  "siteUrl" | "siteUrlIsDefault" | "coreApiUrl" | "authApiUrl" | "sandboxDb"
>;

/**
 * Two deployments on one Redis share nothing: figures belong to a site and its core API, limits to a site and its auth
 * API. Addresses are hashed, so that names are short and give away nothing that an address may hold.
 */
export function ownerNames(settings: Owner): OwnerNames {
  const { siteUrl, siteUrlIsDefault, coreApiUrl, authApiUrl, sandboxDb } = settings;
  // The default holds the port, which differs between the instances of one machine.
  const site = siteUrlIsDefault ? "" : siteUrl.origin;
  // Each database of a sandbox has trips of its own.
  const core = coreApiUrl === undefined ? `sandbox ${sandboxDb}` : new URL(coreApiUrl).href;
  const auth = authApiUrl === undefined ? "sandbox" : new URL(authApiUrl).href;
  return { figures: `figures-${hash(site, core)}`, limits: `limits-${hash(site, auth)}` };
}

function hash(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 10);
}

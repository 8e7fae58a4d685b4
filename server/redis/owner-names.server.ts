import { createHash } from "node:crypto";
import type { Settings } from "../process/settings.server";

/** Prefixes of a deployment's keys and channels: the same for all its instances, different for other deployments. */
export interface OwnerNames {
  /** For answers of the core API. */
  figures: string;
  /** For limits, markers of deletions, and the list of instances. */
  limits: string;
}

type Owner = Pick<
  Settings,
  "siteUrl" | "siteUrlIsDefault" | "coreApiUrl" | "authApiUrl" | "sandboxDb"
>;

/**
 * Two deployments on one Redis share nothing: figures belong to a site and its core API, limits to a site and its auth
 * API. Addresses are hashed, so that names are short and reveal no secret that an address may contain.
 */
export function ownerNames(settings: Owner): OwnerNames {
  const { siteUrl, siteUrlIsDefault, coreApiUrl, authApiUrl, sandboxDb } = settings;
  // The default URL contains the port, which differs between the instances of one machine.
  const site = siteUrlIsDefault ? "" : siteUrl.origin;
  // Each sandbox database has its own trips.
  const core = coreApiUrl === undefined ? `sandbox ${sandboxDb}` : new URL(coreApiUrl).href;
  const auth = authApiUrl === undefined ? "sandbox" : new URL(authApiUrl).href;
  return { figures: `figures-${hash(site, core)}`, limits: `limits-${hash(site, auth)}` };
}

function hash(...parts: string[]): string {
  return createHash("sha256").update(JSON.stringify(parts)).digest("hex").slice(0, 10);
}

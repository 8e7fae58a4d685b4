import { createHash, timingSafeEqual } from "node:crypto";
import { clientNetwork } from "../limits/client-network.server";
import type { Limits, Use } from "../limits/limits.server";
import type { Settings } from "../settings.server";

/**
 * Whether somebody is an operator. `until`: too many wrong tokens came from the client's network; in milliseconds
 * since 1970.
 */
export type OperatorCheck = "operator" | "stranger" | { until: number };

export interface Operators {
  /** What of the operators' own is there for whom: `nobody` in production without a token. */
  readonly open: "to operators" | "to everyone" | "to nobody";
  /**
   * Whether a request brings the token: as a bearer token, or as the password of HTTP Basic with any name (RFC 7617).
   * A wrong one counts against a limit of the client's network, within which alone tokens are compared at all.
   *
   * @param authorization the header
   */
  check(authorization: string | null | undefined, clientAddress: string): Promise<OperatorCheck>;
}

export function createOperators(
  { metricsToken, production }: Pick<Settings, "metricsToken" | "production">,
  limits: Pick<Limits, "take" | "giveBack">,
): Operators {
  return {
    open: metricsToken !== undefined ? "to operators" : production ? "to nobody" : "to everyone",
    async check(authorization, clientAddress) {
      const given = tokenOf(authorization ?? "");
      if (given === null || metricsToken === undefined) return "stranger";
      const uses: Use[] = [{ rule: "wrongToken", key: clientNetwork(clientAddress) }];
      const taken = await limits.take(uses);
      if (!taken.ok) return { until: taken.until };
      if (!isSame(given, metricsToken)) return "stranger";
      await limits.giveBack(uses);
      return "operator";
    },
  };
}

/** What is given as token or password; null when there is neither. */
function tokenOf(authorization: string): string | null {
  const [, scheme = "", given = ""] = /^(Bearer|Basic) +(\S+) *$/i.exec(authorization) ?? [];
  if (scheme === "") return null;
  if (scheme.toLowerCase() === "bearer") return given;
  const pair = Buffer.from(given, "base64").toString();
  const colon = pair.indexOf(":");
  return colon === -1 ? null : pair.slice(colon + 1);
}

/** Compares in constant time, whatever the lengths. */
function isSame(given: string, token: string): boolean {
  return timingSafeEqual(digest(given), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

import { createHash, timingSafeEqual } from "node:crypto";
import { requestContext } from "../process/request-context.server";
import { clientNetwork } from "../process/client-address.server";
import { retryAfter } from "../resilience/retry-after.server";
import type { Limits } from "../limits/limits.server";
import type { Settings } from "../process/settings.server";

/** What a request says of its sender. */
export interface OperatorClaim {
  /** The header. */
  authorization: string | null | undefined;
  clientAddress: string;
  /** Whether it comes from this very machine. */
  fromThisMachine: boolean;
}

/**
 * Whether a request may see what is for operators alone. `absent`: nobody may, so the address answers as if it led
 * nowhere; `stranger`: it does not bring the token; `until`: too many wrong tokens came from the client's network, which
 * may try again then, in milliseconds since 1970.
 */
export type OperatorCheck = "operator" | "absent" | "stranger" | { until: number };

/** The answer to a request that is not let in. */
export interface OperatorRefusal {
  status: 401 | 404 | 429;
  headers: Record<string, string>;
  /** When it may be tried again, in milliseconds since 1970; null where that helps nobody. */
  until: number | null;
}

export interface Operators {
  /**
   * Where a token is set, whoever brings it is an operator. Without one everybody is while developing, this machine
   * alone where `APP_ENV` may have been forgotten, and nobody in production.
   */
  check(claim: OperatorClaim): Promise<OperatorCheck>;
  /**
   * Whether a request brings the token: as a bearer token, or as the password of HTTP Basic with any name (RFC 7617).
   * The right one always counts as right. Wrong ones count against a limit of the client's network.
   */
  checkToken(claim: OperatorClaim): Promise<Exclude<OperatorCheck, "absent">>;
}

export function createOperators(
  { metricsToken, exposure }: Pick<Settings, "metricsToken" | "exposure">,
  limits: Pick<Limits, "take">,
): Operators {
  async function checkToken({ authorization, clientAddress }: OperatorClaim) {
    const given = tokenOf(authorization ?? "");
    if (given === null || metricsToken === undefined) return "stranger";
    if (isSame(given, metricsToken)) return "operator";
    const taken = await limits.take([{ rule: "wrongToken", key: clientNetwork(clientAddress) }]);
    return taken.ok ? "stranger" : { until: taken.until };
  }

  return {
    checkToken,
    async check(claim) {
      if (metricsToken !== undefined) return checkToken(claim);
      return isDevelopmentOpen(exposure, claim.fromThisMachine) ? "operator" : "absent";
    },
  };
}

/** Why the request under way may not see a page for operators; null when it may. */
export async function operatorRefusal(
  request: Request,
  operators: Operators,
): Promise<OperatorRefusal | null> {
  const authorization = request.headers.get("Authorization");
  const { clientAddress, fromThisMachine } = requestContext();
  const check = await operators.check({ authorization, clientAddress, fromThisMachine });
  const refusal = refusalOf(check, 'Basic realm="Operators", charset="UTF-8"');
  return refusal && { ...refusal, headers: { ...refusal.headers, "X-Robots-Tag": "noindex" } };
}

/** @param challenge how the token is asked for, as `WWW-Authenticate` says it (RFC 9110, section 11.6.1) */
export function refusalOf(check: OperatorCheck, challenge: string): OperatorRefusal | null {
  const headers = { "Cache-Control": "no-store" };
  if (check === "operator") return null;
  if (check === "absent") return { status: 404, headers, until: null };
  if (check === "stranger") {
    return { status: 401, headers: { ...headers, "WWW-Authenticate": challenge }, until: null };
  }
  const { until } = check;
  return { status: 429, headers: { ...headers, "Retry-After": retryAfter(until) }, until };
}

/** Whether a request sees what belongs to development alone: the outbox, and without a token the operators' page. */
export function isDevelopmentOpen(
  exposure: Settings["exposure"],
  fromThisMachine: boolean,
): boolean {
  return exposure === "open" || (exposure === "loopback" && fromThisMachine);
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

import { createHash, timingSafeEqual } from "node:crypto";
import { requestContext } from "../process/request-context.server";
import { clientNetwork } from "../process/client-address.server";
import { retryAfter } from "../resilience/retry-after.server";
import type { Limits } from "../limits/limits.server";
import type { Settings } from "../process/settings.server";

/** The parts of a request that identify its sender. */
export interface OperatorClaim {
  /** The `Authorization` header. */
  authorization: string | null | undefined;
  clientAddress: string;
  /** Whether the request comes from this machine. */
  fromThisMachine: boolean;
}

/**
 * Whether a request may see what is only for operators. `absent`: nobody may, so the address answers 404; `stranger`:
 * the token is missing or wrong; `until`: too many wrong tokens came from the client's network, which may try again at
 * this time, in milliseconds since 1970.
 */
export type OperatorCheck = "operator" | "absent" | "stranger" | { until: number };

/** The response to a request that is not from an operator. */
export interface OperatorRefusal {
  status: 401 | 404 | 429;
  headers: Record<string, string>;
  /** When the client may try again, in milliseconds since 1970; null where waiting does not help. */
  until: number | null;
}

export interface Operators {
  /**
   * With a configured token, requests that contain it are from an operator. Without one every request is in development,
   * only requests of this machine are where `APP_ENV` may have been forgotten, and none is in production.
   */
  check(claim: OperatorClaim): Promise<OperatorCheck>;
  /**
   * Whether a request contains the token: as a bearer token, or as the password of HTTP Basic with any name (RFC 7617).
   * The right token is always accepted. Wrong ones count against a limit of the client's network.
   */
  checkToken(claim: OperatorClaim): Promise<Exclude<OperatorCheck, "absent">>;
}

export function createOperators(
  { metricsToken, exposure }: Pick<Settings, "metricsToken" | "exposure">,
  limits: Pick<Limits, "take">,
): Operators {
  async function checkToken({ authorization, clientAddress }: OperatorClaim) {
    const token = tokenOf(authorization ?? "");
    if (token === null || metricsToken === undefined) return "stranger";
    if (isSame(token, metricsToken)) return "operator";
    const limit = await limits.take([{ rule: "wrongToken", key: clientNetwork(clientAddress) }]);
    return limit.ok ? "stranger" : { until: limit.until };
  }

  return {
    checkToken,
    async check(claim) {
      if (metricsToken !== undefined) return checkToken(claim);
      return isDevelopmentOpen(exposure, claim.fromThisMachine) ? "operator" : "absent";
    },
  };
}

/** Returns the refusal of a page for operators to the request in progress; null when the request may see it. */
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

/** Returns the response to a failed check; null for an operator. @param challenge `WWW-Authenticate` (RFC 9110, 11.6.1) */
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

/** Whether a request may see what is only for development: the outbox, and without a token the operators' page. */
export function isDevelopmentOpen(
  exposure: Settings["exposure"],
  fromThisMachine: boolean,
): boolean {
  return exposure === "open" || (exposure === "loopback" && fromThisMachine);
}

/** Extracts the token or password from an `Authorization` header; null when there is neither. */
function tokenOf(authorization: string): string | null {
  const [, scheme = "", value = ""] = /^(Bearer|Basic) +(\S+) *$/i.exec(authorization) ?? [];
  if (scheme === "") return null;
  if (scheme.toLowerCase() === "bearer") return value;
  const pair = Buffer.from(value, "base64").toString();
  const colon = pair.indexOf(":");
  return colon === -1 ? null : pair.slice(colon + 1);
}

/** Compares in constant time, also for different lengths. */
function isSame(candidate: string, token: string): boolean {
  return timingSafeEqual(digest(candidate), digest(token));
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}

import { requestContext } from "../process/request-context.server";
import { retryAfter } from "../resilience/retry-after.server";
import type { Operators } from "./operators.server";

/** Why a request is not let in to what is the operators' own. */
export interface OperatorRefusal {
  status: 401 | 404 | 429;
  headers: Record<string, string>;
  /** When it may be tried again, in milliseconds since 1970; null where that helps nobody. */
  until: number | null;
}

/** @returns null when the request under way is let in */
export async function operatorRefusal(
  request: Request,
  operators: Pick<Operators, "check">,
): Promise<OperatorRefusal | null> {
  const { clientAddress, fromThisMachine } = requestContext();
  const authorization = request.headers.get("Authorization");
  const check = await operators.check({ authorization, clientAddress, fromThisMachine });
  const headers = { "Cache-Control": "no-store", "X-Robots-Tag": "noindex" };
  if (check === "operator") return null;
  if (check === "absent") return { status: 404, headers, until: null };
  if (check === "stranger") {
    const challenge = 'Basic realm="Operators", charset="UTF-8"';
    return { status: 401, headers: { ...headers, "WWW-Authenticate": challenge }, until: null };
  }
  const { until } = check;
  return { status: 429, headers: { ...headers, "Retry-After": retryAfter(until) }, until };
}

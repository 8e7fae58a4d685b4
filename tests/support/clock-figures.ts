import type { Behaviour, UpstreamCall } from "./faulty-upstream";
import { healthyCoreAnswer } from "./healthy-core-answers";

/**
 * Figures that are the upstream's clock, in seconds since 1970, so that a page that shows them tells when they were
 * true: the number of trips and the number of users.
 */
export function clockFigures({
  path,
  query,
}: UpstreamCall): Extract<Behaviour, { kind: "json" | "status" }> {
  const now = Math.floor(Date.now() / 1000);
  const answer = healthyCoreAnswer(path, query) as { data: Figures } | undefined; // made there, of one shape for each path
  if (answer === undefined) return { kind: "status", status: 404 };
  const { data } = answer;
  if (data.totalTrips !== undefined) data.totalTrips = now;
  if (data.pagination) data.pagination.totalItems = now;
  return { kind: "json", json: answer };
}

interface Figures {
  totalTrips?: number;
  pagination?: { totalItems: number };
}

import type { SandboxTrips } from "server/operations/sandbox-trips.server";
import { grouped } from "~/lib/format-metric";

/**
 * Says whose trips are shown when the sandbox answers.
 *
 * @param trips null while the sandbox has not reported its trips
 */
export function sandboxWords(trips: SandboxTrips | null): string {
  if (trips === null) return "Sandbox data.";
  if (trips.origin === "generated") return "Sandbox data. No real trips are shown.";
  const count = grouped(trips.count);
  const kind = trips.origin === "imported" ? "imported " : "";
  return `Sandbox data: ${count} ${kind}${trips.count === 1 ? "trip" : "trips"}.`;
}

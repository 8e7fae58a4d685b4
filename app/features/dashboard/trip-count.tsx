import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { grouped } from "~/lib/format-metric";
import type { DashboardAnswer } from "./browser-answers";
import { isFailed } from "./dashboard-view";

/** The number of trips for screen readers, who hear it after each move. An empty list has a visible status. */
export function TripCount({ answer }: { answer: DashboardAnswer }) {
  const { key } = useLocation();
  return (
    <div role="status" className="sr-only">
      {!answer.isCopy && <Words key={key} total={totalOf(answer)} />}
    </div>
  );
}

/** A new element after each move is read out, even with the same words. Polls do not change it. */
function Words({ total }: { total: number | null }) {
  const [said] = useState(total);
  return <p>{said ? `${grouped(said)} ${said === 1 ? "trip" : "trips"}` : ""}</p>;
}

function totalOf({ fleet, trips }: DashboardAnswer): number | null {
  if (fleet) return isFailed(fleet.metrics) ? null : fleet.metrics.value.totalTrips;
  return trips && !isFailed(trips.page) ? trips.page.value.pagination.totalItems : null;
}

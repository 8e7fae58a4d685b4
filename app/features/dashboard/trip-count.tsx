import { useLocation } from "@remix-run/react";
import { useState } from "react";
import { counted } from "./filter-texts";

/**
 * The number of trips for screen readers, who hear it after each move.
 *
 * @param total null while it is not known
 */
export function TripCount({ total }: { total: number | null }) {
  const { key } = useLocation();
  return (
    <div role="status" className="sr-only">
      {total !== null && <Words key={key} total={total} />}
    </div>
  );
}

/** A new element after each move is read out, even with the same words. Polls do not change it. */
function Words({ total }: { total: number }) {
  const [said] = useState(total);
  return <p>{said === 0 ? "No trips found" : counted(said, "trip")}</p>;
}

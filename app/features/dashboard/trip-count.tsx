import { counted } from "~/lib/format-metric";
import { useState } from "react";

interface TripCountProps {
  /** Null while it is not known. */
  total: number | null;
  /** Key of the last move. */
  moveKey: string;
}

/** The number of trips for screen readers, who hear it after each move. */
export function TripCount({ total, moveKey }: TripCountProps) {
  return (
    <div role="status" className="sr-only">
      {total !== null && <Words key={moveKey} total={total} />}
    </div>
  );
}

/** A new element after each move is read out, even with the same words. Polls do not change it. */
function Words({ total }: { total: number }) {
  const [said] = useState(total);
  return <p>{said === 0 ? "No trips found" : counted(said, "trip")}</p>;
}

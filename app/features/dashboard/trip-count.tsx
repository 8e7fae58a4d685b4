import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { grouped } from "~/lib/format-metric";

/**
 * Number of trips for screen readers, inside an element with the role `status`. It is filled after each navigation, so
 * that it is read out even if it is the same as before, and not changed by polls.
 *
 * @param total null while unknown
 */
export function TripCount({ total }: { total: number | null }) {
  const { key } = useLocation();
  const isIdle = useNavigation().state === "idle";
  const [said, setSaid] = useState<{ key: string; total: number } | null>(null);
  const isSaid = said?.key === key;
  useEffect(() => {
    // eslint-disable-next-line react/set-state-in-effect -- only a change after the mount is read out
    if (isIdle && !isSaid && total !== null) setSaid({ key, total });
  }, [isIdle, isSaid, key, total]);
  const words = said?.total === 1 ? "1 trip" : `${grouped(said?.total ?? 0)} trips`;
  return <p className="sr-only">{isIdle && isSaid && words}</p>;
}

import { lazy, useState } from "react";
import type { Trip } from "server/upstream/contracts/trips.server";
import { DASH } from "~/lib/format-metric";
import { OptionalBoundary } from "~/ui/optional-boundary";
import { tripLines } from "./trip-texts";

// Fetched when a trip is first opened, which without it is as complete.
const CopiedLines = lazy(() => import("./copied-lines"));

/** A trip's ID, which opens all that is known of it in place. */
export function TripDetails({ trip }: { trip: Trip }) {
  const [opened, setOpened] = useState(false);
  const lines = tripLines(trip);
  // One text of as many lines: there are twelve on a page, and nobody may open one.
  const text = (
    <p data-lines="">{lines.map(({ name, text }) => `${name}: ${text ?? DASH}`).join("\n")}</p>
  );
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary>{trip.id}</summary>
      {opened ? (
        <OptionalBoundary fallback={text} without={text}>
          <CopiedLines lines={lines} />
        </OptionalBoundary>
      ) : (
        text
      )}
    </details>
  );
}

import { Copy } from "lucide-react";
import { useState } from "react";
import type { Trip } from "server/upstream/contracts/trips.server";
import { formatIso } from "~/lib/format-date";
import { DASH } from "~/lib/format-metric";
import { IconButton } from "~/ui/button";
import { copyText } from "~/ui/copy-text";
import { exactLocalClock, tripLines, type TripLine } from "./trip-texts";

/** Disclosure with a trip's ID and details. With scripts, each detail has a copy button. */
export function TripDetails({ trip }: { trip: Trip }) {
  const [isOpen, setOpen] = useState(false);
  const lines = tripLines(trip);
  return (
    <details onToggle={(event) => setOpen(event.currentTarget.open)}>
      <summary>{trip.id}</summary>
      {isOpen ? (
        <ul data-lines="">
          {lines.map((line) => (
            <DetailLine key={line.name} line={line} />
          ))}
        </ul>
      ) : (
        // One text node keeps the DOM small: a page has twelve trips, and most are never opened.
        <p data-lines="">{lines.map(({ name, text }) => `${name}: ${text ?? DASH}`).join("\n")}</p>
      )}
    </details>
  );
}

/** A detail with a copy button if it is known. A time also has the visitor's local time. */
function DetailLine({ line: { name, text, at = null } }: { line: TripLine }) {
  const local = at === null ? null : exactLocalClock(at, -new Date(at).getTimezoneOffset());
  const words = { copied: `${name} copied`, failed: `Failed to copy ${name.toLowerCase()}` };
  return (
    <li className="flex items-center gap-2">
      <span className="w-20 flex-none text-ink-2">{name}</span>
      <span className="wrap-anywhere">
        {at === null ? (text ?? DASH) : <time dateTime={formatIso(at)}>{text}</time>}
        {local && <span className="text-ink-2"> · {local}</span>}
      </span>
      {text !== null && (
        <IconButton
          tone="bare"
          size="line"
          aria-label={`Copy ${name.toLowerCase()}`}
          title={`Copy ${name.toLowerCase()}`}
          onClick={() => void copyText(text, words)}
        >
          <Copy className="icon" aria-hidden />
        </IconButton>
      )}
    </li>
  );
}

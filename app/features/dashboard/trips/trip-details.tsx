import { Copy } from "lucide-react";
import { useState } from "react";
import type { Trip } from "server/upstream/contracts/trips.server";
import { IconButton } from "~/ui/button";
import { copyText } from "~/ui/copy-text";
import { tripLines, type TripLine } from "./trip-rows";

/** A trip's ID, which opens all that is known of it in place. How both look stands once, on the table. */
export function TripDetails({ trip }: { trip: Trip }) {
  const [opened, setOpened] = useState(false);
  const lines = tripLines(trip);
  return (
    <details onToggle={(event) => setOpened(event.currentTarget.open)}>
      <summary data-opens="">{trip.id}</summary>
      {opened ? (
        <ul data-lines="">
          {lines.map((line) => (
            <CopiedLine key={line.name} line={line} />
          ))}
        </ul>
      ) : (
        // One text of as many lines: there are twelve on a page, and nobody may open one.
        <p data-lines="">{lines.map(({ name, text }) => `${name}: ${text}`).join("\n")}</p>
      )}
    </details>
  );
}

function CopiedLine({ line: { name, text } }: { line: TripLine }) {
  const words = { copied: `${name} copied`, failed: `Failed to copy ${name.toLowerCase()}` };
  return (
    <li className="flex items-center gap-2">
      <span className="w-20 flex-none text-ink-2">{name}</span>
      <span className="wrap-anywhere">{text}</span>
      <IconButton
        tone="bare"
        size="line"
        aria-label={`Copy ${name.toLowerCase()}`}
        title={`Copy ${name.toLowerCase()}`}
        onClick={() => void copyText(text, words)}
      >
        <Copy className="icon" aria-hidden />
      </IconButton>
    </li>
  );
}

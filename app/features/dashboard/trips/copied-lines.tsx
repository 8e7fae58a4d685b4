import { Copy } from "lucide-react";
import { formatIso } from "~/lib/format-date";
import { DASH } from "~/lib/format-metric";
import { IconButton } from "~/ui/button";
import { copyText } from "~/ui/toast-store";
import { exactLocalClock, type TripLine } from "./trip-texts";

/** Lines with a button each that copies what is known; moments with the visitor's own time. For the browser alone. */
export default function CopiedLines({ lines }: { lines: readonly TripLine[] }) {
  return (
    <ul data-lines="">
      {lines.map((line) => (
        <CopiedLine key={line.name} line={line} />
      ))}
    </ul>
  );
}

function CopiedLine({ line: { name, text, at = null } }: { line: TripLine }) {
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

import { Copy } from "lucide-react";
import type { Trip } from "server/upstream/contracts/trips.server";
import { formatDateTime, formatIso } from "~/lib/format-moment";
import { formatDuration } from "~/lib/format-duration";
import { DASH, formatMeasure } from "~/lib/format-metric";
import { useHydrated } from "~/lib/hydration";
import { copyText } from "~/ui/copy-text";
import { FigureText } from "~/ui/figure-text";
import { ResponsiveTable, type TableColumn } from "~/ui/responsive-table";

const columns: TableColumn<Trip>[] = [
  { label: "ID", cell: ({ id }) => <span title={id}>{id}</span> },
  { label: "Wallet", cell: ({ wallet }) => <Wallet wallet={wallet} /> },
  { label: "DATE", cell: startOf },
  { label: "Duration", kind: "figure", cell: durationOf },
  { label: "Distance", kind: "figure", cell: ({ distance }) => measure(distance, "km") },
  { label: "Beats", kind: "figure", cell: ({ beats }) => measure(beats) },
  { label: "Country", cell: ({ country }) => country || DASH },
];

function startOf({ startTime: at }: Trip) {
  return at === null ? DASH : <time dateTime={formatIso(at)}>{formatDateTime(at)}</time>;
}

function durationOf({ duration }: Trip) {
  if (!duration) return DASH;
  return "text" in duration ? duration.text : formatDuration(duration.seconds);
}

const measure = (value: number | null, unit?: string) => (
  <FigureText shown={formatMeasure(value)} value={value} unit={unit} />
);

/** Table of one page of trips. In narrow panels CSS displays each row as a card. */
export function TripTable({ trips }: { trips: readonly Trip[] }) {
  return (
    <ResponsiveTable
      caption="Trips"
      columns={columns}
      rows={trips}
      keyOf={({ id }, index) => `${id}/${index}`}
      from="wide"
      className="trip-table tabular-nums"
    />
  );
}

/** A shortened wallet that a click copies, which needs scripts. */
function Wallet({ wallet }: { wallet: string | null }) {
  const scripts = useHydrated();
  if (!wallet) return <span className="text-ink-2">{DASH}</span>;
  const short = shortenWallet(wallet);
  // The copy icon stands before the wallet on a card, which so ends at its edge; in a table the text leaves room for it.
  return scripts ? (
    <button
      type="button"
      className={`${style} group cursor-pointer as-cards:@stack:flex-row-reverse`}
      aria-label={`Copy wallet ${short}`}
      title={wallet}
      onClick={() => void copyText(wallet, WORDS)}
    >
      {short}
      <Copy className={copyIcon} aria-hidden />
    </button>
  ) : (
    <span className={`${style} as-table:scripted:pr-5.75`} title={wallet}>
      {short}
    </span>
  );
}

const WORDS = { copied: "Wallet address copied", failed: "Failed to copy wallet" };

const style =
  "inline-flex min-h-8 items-center gap-2 rounded-control mono-figures leading-none font-semibold";

// With a fine pointer, displayed only on hover and focus; on other devices always.
const copyIcon =
  "size-3.75 flex-none stroke-icon text-ink-2 print:hidden " +
  "pointer-fine:invisible pointer-fine:group-hover:visible pointer-fine:group-focus-visible:visible";

/** First 6 characters, an ellipsis, last 4. Wallets of up to 12 characters stay unchanged. */
export function shortenWallet(wallet: string): string {
  const characters = Array.from(wallet);
  if (characters.length <= 12) return wallet;
  return `${characters.slice(0, 6).join("")}…${characters.slice(-4).join("")}`;
}

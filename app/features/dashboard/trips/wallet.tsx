import { Link } from "@remix-run/react";
import { Copy, Route } from "lucide-react";
import { copyText } from "~/ui/copy-text";
import { dashboardUrl, type DashboardState } from "../dashboard-url";
import { shortenWallet } from "./trip-texts";

interface WalletProps {
  wallet: string;
  state: DashboardState;
  /** Whether to render a copy button, which needs scripts. */
  copies: boolean;
}

/** A shortened wallet that a click copies, and a link to all of its trips. */
export function Wallet({ wallet, state, copies }: WalletProps) {
  const short = shortenWallet(wallet);
  return (
    <span className="inline-flex items-center gap-1 @max-stack:flex-wrap">
      {copies ? (
        <button
          type="button"
          className={`${style} group cursor-pointer`}
          aria-label={`Copy wallet ${short}`}
          title={wallet}
          onClick={() => void copyText(wallet, WORDS)}
        >
          {short}
          <Copy className={copyIcon} aria-hidden />
        </button>
      ) : (
        // The padding reserves the width of the copy icon.
        <span className={`${style} scripted:pr-5.75`} title={wallet}>
          {short}
        </span>
      )}
      {state.q !== wallet && (
        <Link
          className={tripsLink}
          to={dashboardUrl({ tab: "trip", q: wallet })}
          rel="nofollow"
          aria-label={`All trips of wallet ${short}`}
          title="All trips of this wallet"
          preventScrollReset
        >
          <svg className="size-4.25" aria-hidden="true">
            <use href={`#${ROUTE_ICON_ID}`} />
          </svg>
        </Link>
      )}
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

const tripsLink =
  "inline-grid size-9 flex-none place-items-center rounded-control text-ink-2 " +
  "hover:bg-wash hover:text-ink print:hidden";

const ROUTE_ICON_ID = "route-icon";

/** SVG symbol of the link icon, defined once for all rows. */
export function RouteIcon() {
  return (
    <svg className="hidden">
      <symbol id={ROUTE_ICON_ID} viewBox="0 0 24 24">
        <Route strokeWidth={1.5} />
      </symbol>
    </svg>
  );
}

import { Link } from "@remix-run/react";
import { Route } from "lucide-react";
import { dashboardUrl, type DashboardState } from "../dashboard-url";
import type { ShortWallet } from "./trip-texts";
import { WalletButton, walletStyle } from "./wallet-button";

interface WalletCellProps {
  wallet: ShortWallet;
  state: DashboardState;
  /** Whether scripts can copy it. */
  copies: boolean;
}

/** A wallet: a click copies it, and beside it stands the way to all of its trips. */
export function WalletCell({ wallet, state, copies }: WalletCellProps) {
  return (
    <span className="inline-flex items-center gap-1 @max-stack:flex-wrap">
      {copies ? (
        <WalletButton {...wallet} />
      ) : (
        <span className={walletStyle({ copies: false })} title={wallet.full}>
          {wallet.short}
        </span>
      )}
      {state.q !== wallet.full && (
        <Link
          className={tripsLink}
          to={dashboardUrl({ tab: "trip", q: wallet.full })}
          rel="nofollow"
          aria-label={`All trips of wallet ${wallet.short}`}
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

const ROUTE_ICON_ID = "route-icon";

/** The picture of the way to a wallet's trips, drawn once for all rows. */
export function RouteIcon() {
  return (
    <svg className="hidden">
      <symbol id={ROUTE_ICON_ID} viewBox="0 0 24 24">
        <Route strokeWidth={1.5} />
      </symbol>
    </svg>
  );
}

const tripsLink = [
  "inline-grid size-9 flex-none place-items-center rounded-control text-ink-2",
  "hover:bg-wash hover:text-ink print:hidden",
].join(" ");

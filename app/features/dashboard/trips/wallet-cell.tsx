import { Link } from "@remix-run/react";
import { Route } from "lucide-react";
import { dashboardUrl, type DashboardState } from "../dashboard-url";
import type { ShortWallet } from "./trips-view";
import { WalletButton } from "./wallet-button";

interface WalletCellProps {
  wallet: ShortWallet;
  state: DashboardState;
  /** Whether scripts can copy it. */
  copies: boolean;
}

/** A wallet: a click copies it, and beside it stands the way to all of its trips. */
export function WalletCell({ wallet, state, copies }: WalletCellProps) {
  return (
    <span className="wallet-cell">
      {copies ? (
        <WalletButton {...wallet} />
      ) : (
        <span className="wallet is-plain" title={wallet.full}>
          {wallet.short}
        </span>
      )}
      {state.q !== wallet.full && (
        <Link
          className="wallet-trips"
          to={dashboardUrl({ tab: "trip", q: wallet.full })}
          aria-label={`All trips of wallet ${wallet.short}`}
          title="All trips of this wallet"
          preventScrollReset
        >
          <Route className="i" aria-hidden />
        </Link>
      )}
    </span>
  );
}

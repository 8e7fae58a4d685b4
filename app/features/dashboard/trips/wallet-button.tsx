import { Copy } from "lucide-react";
import { showToast } from "~/ui/toast-store";
import type { ShortWallet } from "./trips-view";

/** A wallet in short; a click copies all of it. */
export function WalletButton({ full, short }: ShortWallet) {
  return (
    <button
      type="button"
      className="wallet"
      aria-label={`Copy wallet ${short}`}
      title={full}
      onClick={() => void copyWallet(full)}
    >
      {short}
      <Copy className="i" aria-hidden />
    </button>
  );
}

async function copyWallet(wallet: string) {
  try {
    // Left out by browsers on pages without https.
    await navigator.clipboard.writeText(wallet);
    showToast("success", "Wallet address copied");
  } catch {
    showToast("error", "Failed to copy wallet");
  }
}

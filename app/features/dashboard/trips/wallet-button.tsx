import { Copy } from "lucide-react";
import { copyText } from "~/ui/copy-text";
import type { ShortWallet } from "./trips-view";

const WORDS = { copied: "Wallet address copied", failed: "Failed to copy wallet" };

/** A wallet in short; a click copies all of it. */
export function WalletButton({ full, short }: ShortWallet) {
  return (
    <button
      type="button"
      className="wallet"
      aria-label={`Copy wallet ${short}`}
      title={full}
      onClick={() => void copyText(full, WORDS)}
    >
      {short}
      <Copy className="i" aria-hidden />
    </button>
  );
}

import { cva } from "class-variance-authority";
import { Copy } from "lucide-react";
import { copyText } from "~/ui/copy-text";
import type { ShortWallet } from "./trip-rows";

const WORDS = { copied: "Wallet address copied", failed: "Failed to copy wallet" };

/** How a wallet looks. Without scripts it is a text; with them the text has the place of the button to come. */
export const walletStyle = cva(
  "inline-flex min-h-9 items-center gap-2 rounded-control border pt-0.75 mono-figures leading-none font-semibold",
  {
    variants: {
      copies: {
        true: "cursor-pointer border-line px-2.5 hover:border-edge",
        false: "noscript:border-transparent scripted:border-line scripted:pr-8.25 scripted:pl-2.5",
      },
    },
  },
);

/** A wallet in short; a click copies all of it. */
export function WalletButton({ full, short }: ShortWallet) {
  return (
    <button
      type="button"
      className={walletStyle({ copies: true })}
      aria-label={`Copy wallet ${short}`}
      title={full}
      onClick={() => void copyText(full, WORDS)}
    >
      {short}
      <Copy
        className="-mt-0.75 size-3.75 flex-none stroke-icon text-ink-2 print:hidden"
        aria-hidden
      />
    </button>
  );
}

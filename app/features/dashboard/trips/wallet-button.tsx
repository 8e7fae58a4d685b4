import { cva } from "class-variance-authority";
import { Copy } from "lucide-react";
import { copyText } from "~/ui/toast-store";
import type { ShortWallet } from "./trip-texts";

const WORDS = { copied: "Wallet address copied", failed: "Failed to copy wallet" };

/** How a wallet looks: as text. Before the button comes, the text has its place. */
export const walletStyle = cva(
  "inline-flex min-h-8 items-center gap-2 rounded-control pt-0.75 mono-figures leading-none font-semibold",
  { variants: { copies: { true: "group cursor-pointer", false: "scripted:pr-5.75" } } },
);

/** Seen while the wallet is pointed at or has the focus; always where nothing can point. */
const copyIcon = [
  "-mt-0.75 size-3.75 flex-none stroke-icon text-ink-2 print:hidden",
  "pointer-fine:invisible pointer-fine:group-hover:visible pointer-fine:group-focus-visible:visible",
].join(" ");

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
      <Copy className={copyIcon} aria-hidden />
    </button>
  );
}

import { Copy } from "lucide-react";
import { DASH } from "~/lib/format-metric";
import { useHydrated } from "~/lib/hydration";
import { copyText } from "~/ui/copy-text";

/** A shortened wallet that a click copies, which needs scripts. */
export function Wallet({ wallet }: { wallet: string | null }) {
  const scripts = useHydrated();
  if (!wallet) return <span className="text-ink-2">{DASH}</span>;
  const short = shortenWallet(wallet);
  return scripts ? (
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
    <span className={style} title={wallet}>
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

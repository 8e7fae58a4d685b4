import { Copy } from "lucide-react";
import { copyText } from "~/ui/copy-text";

const WORDS = { copied: "Referral code copied", failed: "Failed to copy referral code" };

/** Copies the code as it was given, for whoever types it in by hand. */
export function CopyCode({ text }: { text: string }) {
  return (
    <button
      type="button"
      className="btn line small bg-scrim-72 noscript:hidden"
      onClick={() => void copyText(text, WORDS)}
    >
      <Copy className="icon -mt-0.75" aria-hidden />
      Copy code
    </button>
  );
}

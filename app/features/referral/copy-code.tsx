import { Copy } from "lucide-react";
import { Button } from "~/ui/button";
import { copyText } from "~/ui/copy-text";

const WORDS = { copied: "Referral code copied", failed: "Failed to copy referral code" };

/** Copies the code as it was given, for whoever types it in by hand. */
export function CopyCode({ text }: { text: string }) {
  return (
    <Button
      tone="scrim"
      size="small"
      className="noscript:hidden"
      onClick={() => void copyText(text, WORDS)}
    >
      <Copy className="icon" aria-hidden />
      Copy code
    </Button>
  );
}

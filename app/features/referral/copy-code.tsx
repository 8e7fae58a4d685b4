import { Copy } from "lucide-react";
import { showToast } from "~/ui/toast-store";

/** Copies the code as it was given, for whoever types it in by hand. */
export function CopyCode({ text }: { text: string }) {
  return (
    <button type="button" className="btn line small scripted" onClick={() => void copyCode(text)}>
      <Copy className="i" aria-hidden />
      Copy code
    </button>
  );
}

async function copyCode(text: string) {
  try {
    // Left out by browsers on pages without https.
    await navigator.clipboard.writeText(text);
    showToast("success", "Referral code copied");
  } catch {
    showToast("error", "Failed to copy referral code");
  }
}

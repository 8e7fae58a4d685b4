import { showToast } from "./toast-store";

/** Puts a text on the clipboard, and says in a message whether it is there. */
export async function copyText(
  text: string,
  { copied, failed }: { copied: string; failed: string },
): Promise<void> {
  try {
    // Left out by browsers on pages without https.
    await navigator.clipboard.writeText(text);
    showToast("success", copied);
  } catch {
    showToast("error", failed);
  }
}

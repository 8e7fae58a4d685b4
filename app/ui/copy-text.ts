import toast from "react-hot-toast/headless";

/** Copies a text to the clipboard, and shows a message about success or failure. */
export async function copyText(
  text: string,
  { copied, failed }: { copied: string; failed: string },
): Promise<void> {
  try {
    // `navigator.clipboard` is undefined on pages without https.
    await navigator.clipboard.writeText(text);
    toast.success(copied);
  } catch {
    toast.error(failed);
  }
}

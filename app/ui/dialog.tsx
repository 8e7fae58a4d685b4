import { useRef, type SyntheticEvent } from "react";
import { useBrowserLayoutEffect } from "~/lib/hydration";

type DialogEvent = SyntheticEvent<HTMLDialogElement>;

/**
 * A `<dialog>` that the server renders open, as a part of the page; scripts make it modal for as long as it is mounted.
 * The browser keeps the focus inside, makes the page behind inert and restores the focus.
 *
 * @param firstFocus returns the element that gets the focus; must be the same function at every render
 * @param onEscape handles Escape and a phone's Back
 * @returns attributes of the element
 */
export function usePersistentDialog(
  firstFocus: (dialog: HTMLDialogElement) => HTMLElement | null,
  onEscape: (dialog: HTMLDialogElement) => void,
) {
  const ref = useRef<HTMLDialogElement>(null);
  // Before the page is laid out with the dialog as a part of it, which would scroll what it covers.
  useBrowserLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    // A focus set inside the dialog before the scripts ran is kept.
    const focused = dialog.querySelector<HTMLElement>(":focus");
    dialog.open = false;
    dialog.showModal();
    (focused ?? firstFocus(dialog))?.focus();
    return () => dialog.close();
  }, [firstFocus]);
  return {
    ref,
    open: true,
    onCancel(event: DialogEvent) {
      event.preventDefault();
      onEscape(event.currentTarget);
    },
    onClose({ currentTarget: dialog }: DialogEvent) {
      if (dialog.open) return; // in development React opens it twice
      // At the second Escape in a row Chromium closes the dialog without a cancelable event.
      dialog.showModal();
      firstFocus(dialog)?.focus();
      onEscape(dialog);
    },
  };
}

import { useEffect, useRef, type ComponentPropsWithoutRef } from "react";
import { useBrowserLayoutEffect } from "~/lib/hydration";

/*
 * Dialogs are `<dialog>` elements: the browser keeps the focus inside, makes the page behind inert, closes on Escape and
 * restores the focus. This module has what all dialogs share.
 */

/** The heading that labels a dialog. */
export function DialogTitle(props: ComponentPropsWithoutRef<"h2">) {
  // eslint-disable-next-line jsx-a11y/heading-has-content -- its content comes as `children`
  return <h2 className={title} {...props} />;
}

const title = "mb-3 text-subheading/subheading hyphens-auto focus:outline-none";

/**
 * A dialog that the server renders open, as a part of the page; scripts make it modal for as long as it is mounted.
 *
 * @param firstFocus returns the element that gets the focus; must be the same function at every render
 * @param onEscape handles Escape and a phone's Back
 */
export function usePersistentDialog(
  firstFocus: (dialog: HTMLDialogElement) => HTMLElement | null,
  onEscape: (dialog: HTMLDialogElement) => void,
) {
  const ref = useRef<HTMLDialogElement>(null);
  const escape = useRef(onEscape);
  useEffect(() => void (escape.current = onEscape));
  // Before the page is laid out with the dialog as a part of it, which would scroll what it covers.
  useBrowserLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    // A focus set inside the dialog before the scripts ran is kept.
    const focused = element.querySelector<HTMLElement>(":focus");
    element.open = false;
    element.showModal();
    (focused ?? firstFocus(element))?.focus();
    function handleEscape(event: Event) {
      if (!element || (event.type === "close" && element.open)) return;
      event.preventDefault();
      // At the second Escape in a row Chromium closes the dialog without a cancelable event.
      if (!element.open) {
        element.showModal();
        firstFocus(element)?.focus();
      }
      escape.current(element);
    }
    element.addEventListener("cancel", handleEscape);
    element.addEventListener("close", handleEscape);
    return () => {
      element.removeEventListener("cancel", handleEscape);
      element.removeEventListener("close", handleEscape);
      element.close();
    };
  }, [firstFocus]);
  return ref;
}

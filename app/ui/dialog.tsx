import { useCallback, useEffect, useRef, type ComponentPropsWithoutRef } from "react";
import { showToastsIn } from "./toast-store";

/*
 * Dialogs are the browser's own: it keeps the focus inside, makes the page behind it inert, closes on Escape and gives
 * the focus back. Here is what they have in common.
 */

export function DialogTitle(props: ComponentPropsWithoutRef<"h2">) {
  // eslint-disable-next-line jsx-a11y/heading-has-content -- its content comes as `children`
  return <h2 className={title} {...props} />;
}

const title = "mb-3 text-subheading/subheading hyphens-auto focus:outline-none";

/** A dialog that something opens; `ref` is for the dialog. */
export function useDialog() {
  const ref = useRef<HTMLDialogElement>(null);
  const end = useRef<() => void>();
  const open = useCallback(() => {
    end.current = ref.current ? openModal(ref.current) : undefined;
  }, []);
  const close = useCallback(() => ref.current?.close(), []);
  useEffect(() => () => end.current?.(), []);
  return { ref, open, close };
}

/**
 * A dialog that the server writes open, as a part of the page; scripts make it modal for as long as it is there.
 *
 * @param firstFocus what in it takes the focus; the same function each time
 * @param onEscape what Escape and a phone's Back ask for; null makes it a part of the page again
 */
export function usePersistentDialog(
  firstFocus: (dialog: HTMLDialogElement) => HTMLElement | null,
  onEscape: ((dialog: HTMLDialogElement) => void) | null,
) {
  const ref = useRef<HTMLDialogElement>(null);
  const escape = useRef(onEscape);
  useEffect(() => void (escape.current = onEscape));
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    // Who began to fill it in before scripts came goes on where they are.
    const begun = element.querySelector<HTMLElement>(":focus");
    element.open = false;
    let end = openModal(element);
    (begun ?? firstFocus(element))?.focus();
    function answerEscape(event: Event) {
      if (!element || (event.type === "close" && element.open)) return;
      event.preventDefault();
      if (escape.current === null) {
        end();
        element.show();
        return;
      }
      // At the second Escape in a row Chromium closes it without asking.
      if (!element.open) {
        end = openModal(element);
        firstFocus(element)?.focus();
      }
      escape.current(element);
    }
    element.addEventListener("cancel", answerEscape);
    element.addEventListener("close", answerEscape);
    return () => {
      element.removeEventListener("cancel", answerEscape);
      element.removeEventListener("close", answerEscape);
      end();
    };
  }, [firstFocus]);
  return ref;
}

/**
 * Opens a dialog in front of the page, messages too until it closes.
 *
 * @returns how to close it, also when it is about to leave the page, which nothing else would tell
 */
function openModal(element: HTMLDialogElement): () => void {
  element.showModal();
  const showToastsBehind = showToastsIn(element);
  element.addEventListener("close", showToastsBehind, { once: true });
  return () => {
    element.removeEventListener("close", showToastsBehind);
    showToastsBehind();
    element.close();
  };
}

import { useId, type ReactNode } from "react";
import { Dialog, DialogTitle, usePersistentDialog } from "~/ui/dialog";
import type { Intent } from "./deletion-types";

interface JourneyDialogProps {
  title: string;
  children: ReactNode;
  /** Which of its forms Escape sends; left out, the dialog stays as a part of the page. */
  escape?: Intent;
}

/** A dialog of the journey: a part of the page, modal with scripts. */
export function JourneyDialog({ title, children, escape }: JourneyDialogProps) {
  const press = (element: HTMLDialogElement) =>
    element
      .querySelector<HTMLInputElement>(`[name=intent][value=${escape}]`)
      ?.form?.querySelector("button")
      ?.click();
  const dialog = usePersistentDialog(firstFocus, escape === undefined ? null : press);
  const titleId = useId();
  return (
    <Dialog open ref={dialog} look="part" className="peer" aria-labelledby={titleId}>
      <DialogTitle id={titleId} tabIndex={-1}>
        {title}
      </DialogTitle>
      {children}
    </Dialog>
  );
}

/** The harmless button, which comes first, or the title where all of the dialog does not fit the window. */
function firstFocus(dialog: HTMLDialogElement): HTMLElement | null {
  const fits = dialog.scrollHeight <= dialog.clientHeight;
  return dialog.querySelector(fits ? "[data-actions] button" : "h2");
}

import { useId, type ReactNode } from "react";
import { Dialog, DialogTitle, usePersistentDialog } from "~/ui/dialog";
import type { Intent } from "./deletion-types";

interface JourneyDialogProps {
  title: string;
  children: ReactNode;
  /** The intent whose form Escape sends; without one, Escape makes the dialog a part of the page. */
  escape?: Intent;
}

/** A dialog of the journey. The server writes it as a part of the page; scripts make it modal. */
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

/** The first button, which is the harmless one; the title where the dialog is higher than the window. */
function firstFocus(dialog: HTMLDialogElement): HTMLElement | null {
  const fits = dialog.scrollHeight <= dialog.clientHeight;
  return dialog.querySelector(fits ? "[data-actions] button" : "h2");
}

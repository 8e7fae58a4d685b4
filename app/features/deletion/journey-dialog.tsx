import { useId, type ReactNode } from "react";
import { DialogTitle, usePersistentDialog } from "~/ui/dialog";
import type { Intent } from "./deletion-types";

interface JourneyDialogProps {
  title: string;
  children: ReactNode;
  /** The intent whose form Escape submits. Left out: Escape makes the dialog a part of the page. */
  escape?: Intent;
}

/** A dialog of the journey. The server renders it as a part of the page; scripts make it modal. */
export function JourneyDialog({ title, children, escape }: JourneyDialogProps) {
  const press = (element: HTMLDialogElement) =>
    element
      .querySelector<HTMLInputElement>(`[name=intent][value=${escape}]`)
      ?.form?.querySelector("button")
      ?.click();
  const dialog = usePersistentDialog(firstFocus, escape === undefined ? null : press);
  const titleId = useId();
  return (
    <dialog open ref={dialog} className={`peer ${look}`} aria-labelledby={titleId}>
      <DialogTitle id={titleId} tabIndex={-1}>
        {title}
      </DialogTitle>
      {children}
    </dialog>
  );
}

/** While the dialog is not modal, and in print, it looks like a part of the page. */
const look =
  "static m-0 w-full max-w-none rounded-sign bg-raised text-ink " +
  "modal:fixed modal:m-auto modal:w-[min(480px,calc(100vw-32px))] modal:border modal:border-line " +
  "modal:p-8 modal:shadow-float modal:backdrop:bg-asphalt/55 " +
  "modal:max-sm:px-5 modal:max-sm:pt-7 modal:max-sm:pb-6 " +
  "modal:print:static modal:print:border-0 modal:print:shadow-none " +
  "modal:print:sm:p-0 modal:print:sm:pt-6";

/** The first button, which changes nothing; in a dialog that is higher than the window, the title. */
function firstFocus(dialog: HTMLDialogElement): HTMLElement | null {
  const fits = dialog.scrollHeight <= dialog.clientHeight;
  return dialog.querySelector(fits ? "[data-actions] button" : "h2");
}

import { useId, type ReactNode, type SyntheticEvent } from "react";
import { Dialog, DialogTitle, usePersistentDialog } from "~/ui/dialog";

interface JourneyDialogProps {
  title: string;
  children: ReactNode;
  /** What Escape does; left out, the dialog stays as a part of the page. */
  onEscape?: () => void;
}

/** A dialog of the journey: a part of the page, modal with scripts. */
export function JourneyDialog({ title, children, onEscape }: JourneyDialogProps) {
  const dialog = usePersistentDialog(firstFocus);
  const titleId = useId();

  function cancel(event: SyntheticEvent<HTMLDialogElement>) {
    event.preventDefault();
    if (onEscape) return onEscape();
    event.currentTarget.close();
    event.currentTarget.show();
  }

  return (
    <Dialog
      open
      ref={dialog}
      look="part"
      className="peer"
      aria-labelledby={titleId}
      onCancel={cancel}
    >
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

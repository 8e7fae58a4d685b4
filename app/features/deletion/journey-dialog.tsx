import { useEffect, useId, useRef, type ReactNode, type SyntheticEvent } from "react";

interface JourneyDialogProps {
  title: string;
  children: ReactNode;
  /** What Escape does; left out, the dialog stays as a part of the page. */
  onEscape?: () => void;
}

/**
 * A dialog of the journey. The server writes it open, as a part of the page; scripts make it modal, with the
 * focus on its harmless button, which comes first, or on its title where all of it does not fit the window.
 */
export function JourneyDialog({ title, children, onEscape }: JourneyDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const titleId = useId();

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.open = false;
    element.showModal();
    const fits = element.scrollHeight <= element.clientHeight;
    element.querySelector<HTMLElement>(fits ? ".acts button" : "h2")?.focus();
    return () => element.close();
  }, []);

  function cancel(event: SyntheticEvent<HTMLDialogElement>) {
    event.preventDefault();
    if (onEscape) return onEscape();
    event.currentTarget.close();
    event.currentTarget.show();
  }

  return (
    <dialog open ref={dialog} className="dialog" aria-labelledby={titleId} onCancel={cancel}>
      <h2 id={titleId} tabIndex={-1}>
        {title}
      </h2>
      {children}
    </dialog>
  );
}

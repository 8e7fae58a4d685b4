import { useEffect, useId, useState, type ReactNode } from "react";
import type { Intent } from "server/deletion/form-fields.server";
import type { DeletionPage, PlaceAt } from "server/deletion/page.server";
import type { PlainMessageId } from "~/content/catalogue";
import { useMessages } from "./messages";
import { useHydrated } from "~/lib/hydration";
import { Actions } from "~/ui/button";
import { DialogTitle, usePersistentDialog } from "~/ui/dialog";
import { IntentButton } from "./intent-form";
import { Moment, unbrokenDate } from "./moments";
import { StepProblem } from "./problem";
import { numeral } from "./words";

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

interface DialogProps<At extends DeletionPage["place"]["at"]> {
  page: DeletionPage;
  place: PlaceAt<At>;
}

/** The last question. */
export function ConfirmDialog({ page, place }: DialogProps<"confirm">) {
  const messages = useMessages();
  const late = useFirstHalfSecond();
  return (
    <JourneyDialog title={messages.text("confirm.title")} escape="cancel">
      <StepProblem page={page} />
      <p className="mb-3">
        {messages.rich("confirm.number", {
          digits: place.phoneEnd,
          b: numeral,
        })}
      </p>
      <p className="text-ink-2">
        {messages.text("confirm.inactive")} <Lifecycle erasedAt={page.erasedAt} />
      </p>
      <Actions className="mt-6 animate-late print:hidden">
        <IntentButton intent="cancel" tone="line" late={late} name="confirm.cancel" />
        <IntentButton intent="delete" tone="stop" late={late} name="confirm.delete" />
      </Actions>
    </JourneyDialog>
  );
}

/**
 * Whether a dialog is in its first half second. A confirmation takes no press then: the second tap of a double tap was
 * meant for what it covers. Until the scripts run, a style does the same.
 */
function useFirstHalfSecond(): boolean {
  const [isFirst, setFirst] = useState(useHydrated());
  useEffect(() => {
    const timer = setTimeout(() => setFirst(false), 500);
    return () => clearTimeout(timer);
  }, []);
  return isFirst;
}

export function NotRegisteredDialog() {
  const messages = useMessages();
  return (
    <JourneyDialog title={messages.text("not-registered.title")} escape="start-over">
      <p className="text-ink-2">{messages.text("not-registered.text")}</p>
      <EndActions intent="leave" name="not-registered.home" />
    </JourneyDialog>
  );
}

export function ReactivationDialog({ page, place }: DialogProps<"reactivation">) {
  // Null if the auth API did not state the time of the deletion.
  const { daysRemaining } = place;
  const messages = useMessages();
  return (
    <JourneyDialog title={messages.text("reactivation.title")} escape="start-over">
      {daysRemaining !== null && (
        <p className={days}>
          {messages.number(daysRemaining)}
          <small className="text-17/tight font-semibold text-ink-2">
            {messages.text("reactivation.days", { count: daysRemaining })}
          </small>
        </p>
      )}
      <p className="text-ink-2">
        {messages.text("lifecycle.now-what")}{" "}
        {daysRemaining === null &&
          `${messages.text("lifecycle.within")}: ${messages.text("lifecycle.within-what")} `}
        <Lifecycle erasedAt={page.erasedAt} />
      </p>
      <EndActions intent="start-over" name="reactivation.close" />
    </JourneyDialog>
  );
}

const days =
  "mt-1 mb-3.5 flex flex-wrap items-baseline gap-2.5 font-large text-title/none font-extrabold tabular-nums";

/** Until when the account can come back; where that is unknown or over, only that it is erased after 90 days. */
export function Lifecycle({ erasedAt }: { erasedAt: number | null }) {
  const { rich, text } = useMessages();
  if (erasedAt === null) return `${text("lifecycle.after")}: ${text("lifecycle.after-what")}`;
  const date = <Moment at={erasedAt} form="day" className={`text-ink ${unbrokenDate}`} />;
  return rich("lifecycle.dated", { date });
}

/** The buttons of a dialog that ends the journey: the one of its intent, and the way back to the first step. */
export function EndActions({ intent, name }: { intent: Intent; name: PlainMessageId }) {
  return (
    <Actions className="mt-6 print:hidden">
      <IntentButton intent={intent} tone="ink" name={name} />
      <IntentButton intent="start-over" tone="line" name="dialog.another-number" />
    </Actions>
  );
}

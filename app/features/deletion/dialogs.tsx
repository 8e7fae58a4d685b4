import { useState, type ReactNode } from "react";
import type { PlaceAt } from "server/deletion/page.server";
import { actions } from "~/ui/button";
import { usePersistentDialog } from "~/ui/dialog";
import { IntentButton } from "./intent-form";
import { StepProblem } from "./problem";
import { usePage } from "./shown-page";
import { Moment, numeral } from "./values";

/**
 * A dialog of the journey. The server renders it as a part of the page; scripts make it modal. Escape presses its first
 * button, but leaves no receipt. All but the confirmation end the journey.
 */
export function JourneyDialog({ at, children }: { at: DialogPlace; children: ReactNode }) {
  const { text } = usePage();
  const dialog = usePersistentDialog(titleOf, at === "done" ? stay : pressFirst);
  return (
    <dialog
      {...dialog}
      className={`group peer ${look} ${at === "confirm" ? "modal:over-opener" : "modal:m-auto"}`}
      aria-labelledby={TITLE_ID}
    >
      <h2
        id={TITLE_ID}
        className="mb-3 text-subheading/subheading hyphens-auto outline-none"
        tabIndex={-1}
      >
        {text(`${at}.title`)}
      </h2>
      <StepProblem />
      {children}
      {at !== "confirm" && (
        <div className={`${actions} mt-6 print:hidden`} data-actions>
          <IntentButton
            intent={at === "reactivation" ? "start-over" : "leave"}
            tone="ink"
            name={`${at}.end`}
          />
          {at !== "done" && (
            <IntentButton intent="start-over" tone="line" name="dialog.another-number" />
          )}
        </div>
      )}
    </dialog>
  );
}

const dialogs = ["confirm", "done", "not-registered", "reactivation"] as const;
type DialogPlace = (typeof dialogs)[number];

/** Whether a place shows a dialog, behind which all else is inert. */
export const isDialog = (at: string) => dialogs.some((dialog) => dialog === at);

const stay = () => undefined;

const titleOf = (dialog: HTMLDialogElement) => dialog.querySelector("h2");

const pressFirst = (dialog: HTMLDialogElement) =>
  dialog.querySelector<HTMLElement>("[data-actions] button")?.click();

const TITLE_ID = "dialog-title";

/** While the dialog is not modal, and in print, it looks like a part of the page. */
const look =
  "static m-0 w-full max-w-none rounded-sign bg-raised text-ink " +
  "modal:fixed modal:w-[min(480px,calc(100vw-32px))] modal:border modal:border-line " +
  "modal:p-8 modal:shadow-float modal:backdrop:bg-asphalt/55 " +
  "modal:max-sm:px-5 modal:max-sm:pt-7 modal:max-sm:pb-6 " +
  "modal:print:static modal:print:border-0 modal:print:shadow-none " +
  "modal:print:sm:p-0 modal:print:sm:pt-6";

/** How long a confirmation takes no press: the second tap of a double tap was meant for what it covers. */
const DEAF_MS = 500;

/**
 * The last question. It takes no press in its first half second; until the scripts run, a style sees to it. Its Cancel
 * stands where the button that opened it was.
 */
export function ConfirmDialog({ place }: { place: PlaceAt<"reasons" | "confirm"> }) {
  const { text, rich } = usePage();
  const [opened] = useState(() => performance.now());
  return (
    <JourneyDialog at="confirm">
      <p className="mb-3">{rich("confirm.number", { digits: place.phoneEnd, b: numeral })}</p>
      <p className="text-ink-2">
        {text("confirm.inactive")} <Lifecycle />
      </p>
      <div
        className="mt-6 flex animate-late flex-wrap gap-3 *:flex-1 group-modal:flex-col-reverse print:hidden"
        data-actions
        onSubmitCapture={(event) => performance.now() - opened < DEAF_MS && event.preventDefault()}
      >
        <IntentButton intent="cancel" tone="line" name="confirm.cancel" />
        <IntentButton intent="delete" tone="stop" name="confirm.delete" />
      </div>
    </JourneyDialog>
  );
}

export function NotRegisteredDialog() {
  const { text } = usePage();
  return (
    <JourneyDialog at="not-registered">
      <p className="text-ink-2">{text("not-registered.text")}</p>
    </JourneyDialog>
  );
}

export function ReactivationDialog({ place }: { place: PlaceAt<"reactivation"> }) {
  // Null if the auth API did not state the time of the deletion.
  const { daysRemaining } = place;
  const { text } = usePage();
  return (
    <JourneyDialog at="reactivation">
      {daysRemaining !== null && (
        <p className={days}>
          {daysRemaining}{" "}
          <small className="text-17/tight font-semibold text-ink-2">
            {text("reactivation.days", { count: daysRemaining })}
          </small>
        </p>
      )}
      <p className="text-ink-2">
        {text("lifecycle.now-what")}{" "}
        {daysRemaining === null && `${text("lifecycle.within")}: ${text("lifecycle.within-what")} `}
        <Lifecycle />
      </p>
    </JourneyDialog>
  );
}

const days =
  "mt-1 mb-3.5 flex flex-wrap items-baseline gap-2.5 font-large text-title/none font-extrabold tabular-nums";

/** Until when the account can come back; where that is unknown or over, only that it is erased after 90 days. */
export function Lifecycle() {
  const { text, rich, erasedAt } = usePage();
  if (erasedAt === null) return `${text("lifecycle.after")}: ${text("lifecycle.after-what")}`;
  const date = <Moment at={erasedAt} form="day" className="inline-block text-ink" />;
  return rich("lifecycle.dated", { date });
}

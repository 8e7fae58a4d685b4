import { useState } from "react";
import type { PlaceAt } from "server/deletion/page.server";
import { actions } from "~/ui/button";
import { CheckRow, Field, FieldProblem, input } from "~/ui/field";
import { ConfirmDialog } from "./dialogs";
import { IntentButton, IntentForm, StepHeading, Submit } from "./intent-form";
import { useProblem } from "./problem";
import { usePage } from "./shown-page";
import { Moment, numeral } from "./values";

/**
 * Step 3: the reasons, and the confirmation. CSS displays the free text once 'Others', the last reason, is ticked;
 * browsers without `:has()` always display it. The reasons are not displayed behind a dialog that is not modal.
 */
export function ReasonsStep({ place }: { place: PlaceAt<"reasons" | "confirm"> }) {
  const { text, rich } = usePage();
  const [hasAny, setHasAny] = useState(true);
  // Also as a `ref`: without scripts the button works, and reasons may have been ticked before the scripts ran.
  const countTicks = (reasons: HTMLFieldSetElement | null) =>
    void (reasons && setHasAny(reasons.querySelector(":checked") !== null));
  const reasonsProblem = useProblem("reasons");
  return (
    <>
      {place.at === "confirm" && <ConfirmDialog place={place} />}
      <div className="peer-open:peer-not-modal:hidden">
        <IntentForm intent="reasons">
          <fieldset
            ref={countTicks}
            className="group grid gap-2.5"
            onChange={(event) => countTicks(event.currentTarget)}
            aria-describedby={reasonsProblem ? "reasons-problem" : "reasons-lead"}
          >
            <legend className="px-0.5">
              <StepHeading of="reasons" />
            </legend>
            <p id="reasons-lead" className="-mt-1 text-ink-2">
              {text("reasons.lead")}{" "}
              {rich("reasons.until", { time: <Moment at={place.goodUntil} form="clock" /> })}
            </p>
            {place.reasons.map((reason, index) => (
              <CheckRow
                key={reason}
                id={index === 0 ? "reasons" : undefined}
                name="reason"
                value={reason}
                defaultChecked={place.chosen.includes(reason)}
              >
                {text(`reasons.${reason}`)}
              </CheckRow>
            ))}
            {reasonsProblem && <FieldProblem id="reasons-problem">{reasonsProblem}</FieldProblem>}
            <Field
              id="others"
              label={text("reasons.more")}
              problem={useProblem("others")}
              className="mt-1.5 group-not-has-[label:last-of-type_:checked]:hidden"
            >
              {(control) => (
                <textarea
                  {...control}
                  className={input("min-h-22 w-full resize-y px-4 pt-3.25")}
                  name="others"
                  maxLength={place.longestOthers}
                  defaultValue={place.others}
                />
              )}
            </Field>
          </fieldset>
          <div className={`${actions} mt-6 [anchor-name:--opener]`}>
            <Submit intent="reasons" tone="stop" disabled={!hasAny} name="reasons.delete" />
          </div>
        </IntentForm>
        <IntentButton intent="start-over" className="mt-3 text-15" tone="text" name="code.change" />
      </div>
    </>
  );
}

/** Step 3 once the sign-in is no longer accepted: a new code to the same number. */
export function SignedOutStep({ place }: { place: PlaceAt<"signed-out"> }) {
  const { text } = usePage();
  return (
    <>
      <StepHeading of="code">
        {text("delete.signed-out")} {numeral(place.maskedPhone)}
      </StepHeading>
      <div className={`${actions} mt-6`}>
        <IntentButton intent="start-over" tone="line" name="code.change" />
        <IntentButton intent="resend" tone="ink" name="phone.send" />
      </div>
    </>
  );
}

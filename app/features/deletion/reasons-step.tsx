import { useCallback, useEffect, useRef, useState } from "react";
import { useMessages } from "~/features/shell/messages";
import { useHydrated } from "~/lib/hydration";
import { Actions } from "~/ui/button";
import { CheckRow, Field, FieldProblem, input } from "~/ui/field";
import type { DeletionPage, PlaceAt, ReasonsPlace } from "./deletion-types";
import { IntentForm, Submit, TextSubmit } from "./intent-form";
import { Moment } from "./moments";
import { Numeral } from "./numeral";
import { fieldProblem } from "./problem";
import { StepHeading, StepLead } from "./step-heading";

export const DELETE_BUTTON_ID = "delete-account";

interface ReasonsStepProps {
  page: DeletionPage;
  place: ReasonsPlace;
}

/**
 * Step 3: the reasons. CSS displays the free text once 'Others', the last reason, is ticked; browsers without `:has()`
 * always display it. The step is not displayed behind a confirmation dialog that is not modal.
 */
export function ReasonsStep({ page, place }: ReasonsStepProps) {
  const messages = useMessages();
  const scripted = useHydrated();
  const [hasAny, setHasAny] = useState(place.chosen.length > 0);
  const reasons = useRef<HTMLFieldSetElement>(null);
  const countTicks = useCallback(
    () => setHasAny(reasons.current?.querySelector(":checked") !== null),
    [],
  );
  // The visitor may have ticked reasons before the scripts ran.
  useEffect(countTicks, [countTicks]);
  const reasonsProblem = fieldProblem(messages, page.problem, "reasons");
  return (
    <div className="peer-not-modal:hidden">
      <IntentForm intent="reasons">
        <fieldset
          ref={reasons}
          className="group grid gap-2.5"
          onChange={countTicks}
          aria-describedby={reasonsProblem ? "reasons-problem" : "reasons-lead"}
        >
          <legend className="px-0.5">
            <StepHeading>{messages.text("reasons.heading")}</StepHeading>
          </legend>
          <p id="reasons-lead" className="-mt-1 text-ink-2">
            {messages.text("reasons.lead")}{" "}
            {messages.rich("reasons.until", { time: <Moment at={place.goodUntil} form="clock" /> })}
          </p>
          {place.reasons.map((reason, index) => (
            <CheckRow
              key={reason}
              id={`reason-${index}`}
              name="reason"
              value={reason}
              defaultChecked={place.chosen.includes(reason)}
            >
              {messages.text(`reasons.${reason}`)}
            </CheckRow>
          ))}
          {reasonsProblem && <FieldProblem id="reasons-problem">{reasonsProblem}</FieldProblem>}
          <Field
            id="others"
            label={messages.text("reasons.more")}
            problem={fieldProblem(messages, page.problem, "others")}
            className="mt-1.5 group-not-has-[label:last-of-type_:checked]:hidden"
          >
            {(control) => (
              <textarea
                {...control}
                className={input("text", "min-h-22")}
                name="others"
                maxLength={place.longestOthers}
                defaultValue={place.others}
              />
            )}
          </Field>
        </fieldset>
        <Actions className="mt-6">
          <Submit intent="reasons" id={DELETE_BUTTON_ID} tone="stop" disabled={scripted && !hasAny}>
            {messages.text("reasons.delete")}
          </Submit>
        </Actions>
      </IntentForm>
      <IntentForm intent="start-over" className="mt-3 text-15">
        <TextSubmit intent="start-over">{messages.text("code.change")}</TextSubmit>
      </IntentForm>
    </div>
  );
}

/** Step 3 once the sign-in is no longer accepted: a new code to the same number. */
export function SignedOutStep({ place }: { place: PlaceAt<"signed-out"> }) {
  const messages = useMessages();
  return (
    <>
      <StepHeading>{messages.text("code.heading")}</StepHeading>
      <StepLead>
        {messages.text("delete.signed-out")} <Numeral>{place.maskedPhone}</Numeral>
      </StepLead>
      <Actions className="mt-6">
        <IntentForm intent="start-over">
          <Submit intent="start-over" tone="line" wide>
            {messages.text("code.change")}
          </Submit>
        </IntentForm>
        <IntentForm intent="resend">
          <Submit intent="resend" tone="ink" wide>
            {messages.text("phone.send")}
          </Submit>
        </IntentForm>
      </Actions>
    </>
  );
}

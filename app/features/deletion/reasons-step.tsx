import { useCallback, useEffect, useRef, useState } from "react";
import { Actions } from "~/ui/button";
import { CheckRow, Field, FieldProblem, input } from "~/ui/field";
import { useSilentChanges } from "./use-silent-changes";
import { useHydrated } from "~/lib/hydration";
import { useMessages } from "~/features/shell/messages";
import type { Problem, ReasonsPlace } from "./deletion-types";
import { IntentForm, Submit } from "./intent-form";
import { UntilMinute } from "./local-time";
import { problemText } from "./problem-text";
import { StepHeading } from "./step-heading";

export const DELETE_BUTTON_ID = "delete-account";

interface ReasonsStepProps {
  place: ReasonsPlace;
  problem: Problem | null;
}

/** The reasons for which this page has texts; a server of a later release may send others. */
const translated: readonly string[] = ["unused", "unclear", "unneeded", "privacy", "others"];
const isTranslated = (reason: string) => translated.includes(reason);

/**
 * Step 3: the reasons. CSS displays the free text once 'Others', the last reason, is ticked; browsers without `:has()`
 * always display it. The step is not displayed behind a confirmation dialog that is not modal.
 */
export function ReasonsStep({ place, problem }: ReasonsStepProps) {
  const messages = useMessages();
  const scripted = useHydrated();
  const [hasAny, setHasAny] = useState(place.chosen.length > 0);
  const reasons = useRef<HTMLFieldSetElement>(null);
  const countTicks = useCallback(
    () => setHasAny(reasons.current?.querySelector(":checked, [type=hidden]") !== null),
    [],
  );
  // The visitor may have ticked reasons before the scripts ran.
  useEffect(countTicks, [countTicks]);
  useSilentChanges(reasons, countTicks);
  const reasonsProblem = problem?.field === "reasons" ? problem : null;
  return (
    <IntentForm intent="reasons" className="peer-not-modal:hidden">
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
          {messages.rich("reasons.until", { time: <UntilMinute at={place.goodUntil} /> })}
        </p>
        {place.chosen
          .filter((reason) => !isTranslated(reason))
          .map((reason) => (
            <input key={reason} type="hidden" name="reason" value={reason} />
          ))}
        {place.reasons.filter(isTranslated).map((reason, index) => (
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
        {reasonsProblem && (
          <FieldProblem id="reasons-problem">{problemText(messages, reasonsProblem)}</FieldProblem>
        )}
        <Field
          id="others"
          label={messages.text("reasons.more")}
          problem={problem?.field === "others" ? problemText(messages, problem) : undefined}
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
  );
}

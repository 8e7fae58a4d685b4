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

/** The reasons that this page has texts for: a server of a later release may name others. */
const named: readonly string[] = ["unused", "unclear", "unneeded", "privacy", "others"];
const isNamed = (reason: string) => named.includes(reason);

/**
 * Step 3: why. The free text shows once 'Others', the last reason, is ticked, which needs no script; a browser that
 * cannot tell shows it always. Behind a confirmation that is no more than a part of the page it is not shown.
 */
export function ReasonsStep({ place, problem }: ReasonsStepProps) {
  const messages = useMessages();
  const scripted = useHydrated();
  const [some, setSome] = useState(place.chosen.length > 0);
  const reasons = useRef<HTMLFieldSetElement>(null);
  const countTicks = useCallback(
    () => setSome(reasons.current?.querySelector(":checked, [type=hidden]") !== null),
    [],
  );
  // The visitor may have ticked reasons before the scripts ran.
  useEffect(countTicks, [countTicks]);
  useSilentChanges(reasons, countTicks);
  const noReason = problem?.field === "reasons" ? problem : null;
  return (
    <IntentForm intent="reasons" className="peer-not-modal:hidden">
      <fieldset
        ref={reasons}
        className="group grid gap-2.5"
        onChange={countTicks}
        aria-describedby={noReason ? "reasons-problem" : "reasons-lead"}
      >
        <legend className="px-0.5">
          <StepHeading>{messages.text("reasons.heading")}</StepHeading>
        </legend>
        <p id="reasons-lead" className="-mt-1 text-ink-2">
          {messages.text("reasons.lead")}{" "}
          {messages.rich("reasons.until", { time: <UntilMinute at={place.goodUntil} /> })}
        </p>
        {place.chosen
          .filter((reason) => !isNamed(reason))
          .map((reason) => (
            <input key={reason} type="hidden" name="reason" value={reason} />
          ))}
        {place.reasons.filter(isNamed).map((reason, index) => (
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
        {noReason && (
          <FieldProblem id="reasons-problem">{problemText(messages, noReason)}</FieldProblem>
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
        <Submit intent="reasons" id={DELETE_BUTTON_ID} tone="stop" disabled={scripted && !some}>
          {messages.text("reasons.delete")}
        </Submit>
      </Actions>
    </IntentForm>
  );
}

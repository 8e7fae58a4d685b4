import { useState, type FormEvent } from "react";
import { useHydrated } from "~/ui/use-hydrated";
import type { Problem, ReasonsPlace } from "./deletion-types";
import { IntentForm, Submit } from "./intent-form";
import { FieldProblem } from "./problem-summary";
import { StepHeading } from "./step-heading";

export const DELETE_BUTTON_ID = "delete-account";

interface ReasonsStepProps {
  place: ReasonsPlace;
  problem: Problem | null;
}

/** Step 3: why. The free text shows once 'Others' is ticked, which needs no script. */
export function ReasonsStep({ place, problem }: ReasonsStepProps) {
  const scripted = useHydrated();
  const [some, setSome] = useState(place.chosen.length > 0);
  const countTicks = (event: FormEvent<HTMLFieldSetElement>) =>
    setSome(event.currentTarget.querySelector(":checked") !== null);
  const noReason = problem?.field === "reasons" ? problem : null;
  const badText = problem?.field === "others" ? problem : null;
  return (
    <IntentForm intent="reasons" className="reasons-form">
      <fieldset
        className="reasons"
        onChange={countTicks}
        aria-describedby={noReason ? "reasons-problem" : "reasons-lead"}
      >
        <legend>
          <StepHeading>Why are you leaving?</StepHeading>
        </legend>
        <p id="reasons-lead">Choose one or more.</p>
        {place.reasons.map((reason, index) => (
          <label className="check" key={reason}>
            <input
              type="checkbox"
              id={`reason-${index}`}
              name="reason"
              value={reason}
              defaultChecked={place.chosen.includes(reason)}
            />
            {reason}
          </label>
        ))}
        {noReason && <FieldProblem id="reasons-problem" message={noReason.message} />}
        <div className="field more">
          <label htmlFor="others">Please tell us more</label>
          <textarea
            className={badText ? "input is-error" : "input"}
            id="others"
            name="others"
            maxLength={place.longestOthers}
            defaultValue={place.others}
            aria-invalid={badText ? true : undefined}
            aria-describedby={badText ? "others-problem" : undefined}
          />
          {badText && <FieldProblem id="others-problem" message={badText.message} />}
        </div>
      </fieldset>
      <div className="acts one">
        <Submit
          intent="reasons"
          id={DELETE_BUTTON_ID}
          className="btn stop"
          disabled={scripted && !some}
        >
          Delete Account
        </Submit>
      </div>
    </IntentForm>
  );
}

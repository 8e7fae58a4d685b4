import { useHydrated } from "~/ui/use-hydrated";
import type { Problem } from "./deletion-types";
import { IntentForm, Submit } from "./intent-form";
import { FieldProblem } from "./problem-summary";
import { StepHeading } from "./step-heading";
import { typedPhone } from "./typed-digits";
import { useTypedField } from "./use-typed-field";

interface PhoneStepProps {
  /** Tells the server which presses are presses of this button. */
  press: string;
  problem: Problem | null;
}

/** Step 1: the number that the code goes to. */
export function PhoneStep({ press, problem }: PhoneStepProps) {
  const scripted = useHydrated();
  const { value, note, field } = useTypedField(typedPhone);
  const wrong = problem?.field === "phone" ? problem : null;
  return (
    <IntentForm intent="send">
      <input type="hidden" name="press" value={press} />
      <StepHeading>Your phone number</StepHeading>
      <p className="step-lead">We send a code on WhatsApp to prove the account is yours.</p>
      <div className="field">
        <label htmlFor="phone">Phone number</label>
        <div className={wrong ? "tel is-error" : "tel"}>
          <span className="pre" id="phone-prefix">
            <IndianFlag />
            +91
          </span>
          <input
            {...field}
            className="input"
            id="phone"
            name="phone"
            type="text"
            inputMode="numeric"
            autoComplete="tel-national"
            defaultValue={wrong?.typed}
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? "phone-prefix phone-problem" : "phone-prefix"}
          />
        </div>
        {wrong && <FieldProblem id="phone-problem" message={wrong.message} />}
        <p className="help" role="status">
          {note}
        </p>
      </div>
      <div className="acts one">
        <Submit intent="send" className="btn ink" disabled={scripted && value === ""}>
          Send OTP
        </Submit>
      </div>
    </IntentForm>
  );
}

function IndianFlag() {
  return (
    <svg viewBox="0 0 24 16" width="24" height="16" role="img" aria-label="India">
      <path fill="#F93" d="M0 0h24v5.34H0z" />
      <path fill="#fff" d="M0 5.33h24v5.34H0z" />
      <path fill="#138808" d="M0 10.66h24V16H0z" />
      <circle cx="12" cy="8" r="2.1" fill="none" stroke="navy" strokeWidth=".7" />
      <circle cx="12" cy="8" r=".5" fill="navy" />
      <path fill="none" stroke="#16191D" strokeOpacity=".25" d="M.5.5h23v15H.5z" />
    </svg>
  );
}

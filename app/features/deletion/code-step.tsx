import { useHydrated } from "~/ui/use-hydrated";
import type { PlaceAt, Problem } from "./deletion-types";
import { IntentForm, Submit } from "./intent-form";
import { FieldProblem } from "./problem-summary";
import { ExactTime, formatCountdown, useSecondsUntil } from "./remaining-time";
import { StepHeading } from "./step-heading";
import { typedCode } from "./typed-digits";
import { useTypedField } from "./use-typed-field";

const FORM = "verify";
const CODE_LENGTH = 6;

interface CodeStepProps {
  place: PlaceAt<"code">;
  /** The server's time. */
  now: number;
  problem: Problem | null;
}

/** Step 2: the code from WhatsApp, in one field. */
export function CodeStep({ place, now, problem }: CodeStepProps) {
  const scripted = useHydrated();
  const { value, field } = useTypedField(typedCode);
  const wrong = problem?.field === "otp" ? problem : null;
  return (
    <>
      <IntentForm intent="verify" id={FORM}>
        <StepHeading>The code</StepHeading>
        <p className="step-lead">
          We sent it on WhatsApp to <b className="num">{place.maskedPhone}</b>. Type it within 10
          minutes. You have 5 tries.
        </p>
        <div className="field">
          <label htmlFor="otp">OTP</label>
          <input
            {...field}
            className={wrong ? "input otp is-error" : "input otp"}
            id="otp"
            name="otp"
            inputMode="numeric"
            autoComplete="one-time-code"
            aria-invalid={wrong ? true : undefined}
            aria-describedby={wrong ? "otp-problem" : undefined}
          />
          {wrong && <FieldProblem id="otp-problem" message={wrong.message} />}
        </div>
      </IntentForm>
      <div className="resend">
        <Resend resendAt={place.resendAt} now={now} />
        <IntentForm intent="start-over">
          <Submit intent="start-over" className="text-btn">
            Change Number
          </Submit>
        </IntentForm>
      </div>
      <div className="acts">
        <IntentForm intent="start-over">
          <Submit intent="start-over" className="btn line wide">
            Back
          </Submit>
        </IntentForm>
        <Submit
          intent="verify"
          form={FORM}
          className="btn ink"
          disabled={scripted && value.length !== CODE_LENGTH}
        >
          Verify OTP
        </Submit>
      </div>
    </>
  );
}

/** With scripts a countdown; without them the time, and a button that the server answers. */
function Resend({ resendAt, now }: { resendAt: number; now: number }) {
  const scripted = useHydrated();
  const seconds = useSecondsUntil(resendAt, now);
  return (
    <IntentForm intent="resend" className="muted">
      <Submit intent="resend" className="text-btn" disabled={scripted && seconds > 0}>
        Resend OTP
      </Submit>
      {seconds > 0 &&
        (scripted ? (
          <>
            {" "}
            in{" "}
            <span className="num" role="timer">
              {formatCountdown(seconds)}
            </span>
          </>
        ) : (
          <>
            {" "}
            from <ExactTime at={resendAt} />
          </>
        ))}
    </IntentForm>
  );
}

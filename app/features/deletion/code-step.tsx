import { Actions } from "~/ui/button";
import { Field, input } from "~/ui/field";
import { useHydrated } from "~/lib/hydration";
import type { PlaceAt, Problem } from "./deletion-types";
import { IntentForm, Submit, TextSubmit } from "./intent-form";
import { ExactClock, UntilMinute } from "./local-time";
import { formatCountdown, formatWait, useSecondsUntil } from "./remaining-time";
import { StepHeading, StepLead } from "./step-heading";
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
  return (
    <>
      <IntentForm intent="verify" id={FORM}>
        <StepHeading>The code</StepHeading>
        <StepLead>
          We sent it on WhatsApp to{" "}
          <b className="whitespace-nowrap text-ink tabular-nums">{place.maskedPhone}</b>. It is good
          until <UntilMinute at={place.goodUntil} />. {formatTries(place.triesLeft)}
        </StepLead>
        <Field
          id="otp"
          label="OTP"
          problem={problem?.field === "otp" ? problem.message : undefined}
        >
          {(control) => (
            <input
              {...control}
              {...field}
              className={input({ kind: "code" })}
              name="otp"
              inputMode="numeric"
              autoComplete="one-time-code"
            />
          )}
        </Field>
      </IntentForm>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-15">
        <Resend resendAt={place.resendAt} now={now} />
        <IntentForm intent="start-over">
          <TextSubmit intent="start-over">Change Number</TextSubmit>
        </IntentForm>
      </div>
      <Actions className="mt-6">
        <IntentForm intent="start-over">
          <Submit intent="start-over" tone="line" wide>
            Back
          </Submit>
        </IntentForm>
        <Submit
          intent="verify"
          form={FORM}
          tone="ink"
          disabled={scripted && value.length !== CODE_LENGTH}
        >
          Verify OTP
        </Submit>
      </Actions>
    </>
  );
}

function formatTries(left: number): string {
  return left === 1 ? "You have 1 try left." : `You have ${left} tries left.`;
}

/** With scripts a countdown; without them the time, and a button that the server answers. */
function Resend({ resendAt, now }: { resendAt: number; now: number }) {
  const scripted = useHydrated();
  const seconds = useSecondsUntil(resendAt, now);
  return (
    <IntentForm intent="resend" className="text-ink-2">
      <TextSubmit intent="resend" disabled={scripted && seconds > 0}>
        Resend OTP
      </TextSubmit>
      {seconds > 0 &&
        (scripted ? (
          <>
            {" "}
            in{" "}
            <span className="tabular-nums" role="timer">
              {formatCountdown(seconds)}
            </span>
          </>
        ) : (
          <>
            {" "}
            from <ExactClock at={resendAt} />,{" "}
            <span className="whitespace-nowrap">{formatWait(resendAt - now)}</span>
          </>
        ))}
    </IntentForm>
  );
}

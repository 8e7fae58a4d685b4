import type { ReactNode } from "react";
import { Actions } from "~/ui/button";
import { Field, input } from "~/ui/field";
import { useMessages } from "~/features/shell/messages";
import { useHydrated } from "~/lib/hydration";
import type { DeletionPage, PlaceAt, Problem } from "./deletion-types";
import { IntentForm, Submit, TextSubmit } from "./intent-form";
import { ExactClock, UntilMinute } from "./local-time";
import { Numeral } from "./numeral";
import { problemText } from "./problem-text";
import { formatCountdown, formatWait, useSecondsUntil } from "./remaining-time";
import { StepHeading, StepLead } from "./step-heading";
import { typedCode } from "./typed-digits";
import { useTypedField } from "./use-typed-field";

const FORM = "verify";
const CODE_LENGTH = 6;

interface CodeStepProps {
  page: DeletionPage;
  place: PlaceAt<"code">;
  problem: Problem | null;
}

/** Step 2: the code from WhatsApp, in one field. */
export function CodeStep({ page, place, problem }: CodeStepProps) {
  const messages = useMessages();
  const scripted = useHydrated();
  const { value, field } = useTypedField(typedCode);
  const key = <input type="hidden" name="idempotencyKey" value={page.idempotencyKey} />;
  return (
    <>
      <IntentForm intent="verify" id={FORM}>
        {key}
        <StepHeading>{messages.text("code.heading")}</StepHeading>
        <StepLead>
          {messages.rich("code.lead", {
            phone: place.maskedPhone,
            time: <UntilMinute at={place.goodUntil} />,
            b: (phone) => <Numeral>{phone}</Numeral>,
          })}{" "}
          {messages.text("code.tries", { count: place.triesLeft })}
        </StepLead>
        <Field
          id="otp"
          label={messages.text("code.label")}
          problem={problem?.field === "otp" ? problemText(messages, problem) : undefined}
        >
          {(control) => (
            <input
              {...control}
              {...field}
              className={input("code")}
              name="otp"
              inputMode="numeric"
              autoComplete="one-time-code"
              dir="ltr"
            />
          )}
        </Field>
      </IntentForm>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-15">
        <Resend resendAt={place.resendAt} now={page.now}>
          {key}
        </Resend>
        <IntentForm intent="start-over">
          <TextSubmit intent="start-over">{messages.text("code.change")}</TextSubmit>
        </IntentForm>
      </div>
      <p className="text-15 text-ink-2">
        {messages.text("code.where")} {messages.text("code.why-until")}
      </p>
      <Actions className="mt-6">
        <IntentForm intent="start-over">
          <Submit intent="start-over" tone="line" wide>
            {messages.text("code.back")}
          </Submit>
        </IntentForm>
        <Submit
          intent="verify"
          form={FORM}
          tone="ink"
          disabled={scripted && value.length !== CODE_LENGTH}
        >
          {messages.text("code.verify")}
        </Submit>
      </Actions>
    </>
  );
}

interface ResendProps {
  resendAt: number;
  /** The server's time. */
  now: number;
  children: ReactNode;
}

/** The button that requests another code. With scripts it has a countdown, without scripts the time is written. */
function Resend({ resendAt, now, children }: ResendProps) {
  const messages = useMessages();
  const scripted = useHydrated();
  const seconds = useSecondsUntil(resendAt, now);
  return (
    <IntentForm intent="resend" className="text-ink-2">
      {children}
      <TextSubmit intent="resend" disabled={scripted && seconds > 0}>
        {messages.text("code.resend")}
      </TextSubmit>{" "}
      {seconds > 0 &&
        (scripted
          ? messages.rich("code.resend-in", {
              time: (
                <span className="tabular-nums" role="timer">
                  {formatCountdown(messages, seconds)}
                </span>
              ),
            })
          : messages.rich("code.resend-from", {
              time: <ExactClock at={resendAt} />,
              wait: (
                <span className="whitespace-nowrap">{formatWait(messages, resendAt - now)}</span>
              ),
            }))}
    </IntentForm>
  );
}

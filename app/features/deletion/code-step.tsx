import { useMessages } from "~/features/shell/messages";
import { useHydrated } from "~/lib/hydration";
import { ceilToSecond } from "~/lib/format-date";
import { Actions } from "~/ui/button";
import { Field, input } from "~/ui/field";
import type { DeletionPage, PlaceAt } from "./deletion-types";
import { IntentForm, Submit, TextSubmit } from "./intent-form";
import { Moment, useSecondsUntil } from "./moments";
import { Numeral } from "./numeral";
import { fieldProblem } from "./problem";
import { StepHeading, StepLead } from "./step-heading";
import { typedCode, useDigits } from "./typed-digits";

const FORM = "verify";
const CODE_LENGTH = 6;

interface CodeStepProps {
  page: DeletionPage;
  place: PlaceAt<"code">;
}

/** Step 2: the code from WhatsApp, in one field. */
export function CodeStep({ page, place }: CodeStepProps) {
  const messages = useMessages();
  const scripted = useHydrated();
  const { value, field } = useDigits(typedCode);
  return (
    <>
      <IntentForm intent="verify" id={FORM}>
        <StepHeading>{messages.text("code.heading")}</StepHeading>
        {place.triesLeft > 0 && (
          <StepLead>
            <Validity page={page} place={place} />
          </StepLead>
        )}
        <Field
          id="otp"
          label={messages.text("code.label")}
          problem={fieldProblem(messages, page.problem, "otp")}
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
              defaultValue={page.typed}
            />
          )}
        </Field>
      </IntentForm>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-15">
        <Resend resendAt={place.resendAt} now={page.now} />
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

/** Where the code was sent, until when it is good and how many tries are left; with scripts, also that it has expired. */
function Validity({ page, place }: CodeStepProps) {
  const messages = useMessages();
  const isOver = useSecondsUntil(place.goodUntil, page.now) === 0;
  const sent = messages.rich("code.lead", {
    phone: place.maskedPhone,
    time: <Moment at={place.goodUntil} form="clock" />,
    b: (phone) => <Numeral>{phone}</Numeral>,
  });
  if (!isOver) {
    return (
      <>
        {sent} {messages.text("code.tries", { count: place.triesLeft })}
      </>
    );
  }
  return (
    <>
      {sent} <b role="status">{messages.text("problem.expired")}</b>
    </>
  );
}

/** The button that requests another code. With scripts it has a countdown, without scripts the time is written. */
function Resend({ resendAt, now }: { resendAt: number; now: number }) {
  const messages = useMessages();
  const scripted = useHydrated();
  const seconds = useSecondsUntil(resendAt, now);
  const countdown = `${messages.number(Math.floor(seconds / 60))}:${messages.number(seconds % 60, 2)}`;
  return (
    <IntentForm intent="resend" className="text-ink-2">
      <TextSubmit intent="resend" disabled={scripted && seconds > 0}>
        {messages.text("code.resend")}
      </TextSubmit>{" "}
      {seconds > 0 &&
        (scripted
          ? messages.rich("code.resend-in", {
              time: (
                <span className="tabular-nums" role="timer">
                  {countdown}
                </span>
              ),
            })
          : messages.rich("code.resend-from", {
              time: <Moment at={ceilToSecond(resendAt)} form="exact" />,
            }))}
    </IntentForm>
  );
}

import type { DeletionPage, PlaceAt } from "server/deletion/page.server";
import { useMessages } from "./messages";
import { ceilToSecond } from "~/lib/format-date";
import { useHydrated } from "~/lib/hydration";
import { Actions } from "~/ui/button";
import { Field, input } from "~/ui/field";
import { IntentButton, IntentForm, Submit } from "./intent-form";
import { Moment, useSecondsUntil } from "./moments";
import { fieldProblem } from "./problem";
import { StepHeading } from "./step-heading";
import { typedCode, useDigits } from "./typed-digits";
import { numeral } from "./words";

const FORM = "verify";

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
        <StepHeading heading={messages.text("code.heading")}>
          {place.triesLeft > 0 && <Validity page={page} place={place} />}
        </StepHeading>
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
        <IntentButton intent="start-over" tone="text" name="code.change" />
      </div>
      <p className="text-15 text-ink-2">
        {messages.text("code.where")} {messages.text("code.why-until")}
      </p>
      <Actions className="mt-6">
        <IntentButton intent="start-over" tone="line" name="code.back" />
        <Submit
          intent="verify"
          form={FORM}
          tone="ink"
          disabled={scripted && value.length < 6}
          name="code.verify"
        />
      </Actions>
    </>
  );
}

/** Where the code was sent, until when it is good and how many tries are left; with scripts, also that it has expired. */
function Validity({ page, place }: CodeStepProps) {
  const messages = useMessages();
  const isOver = useSecondsUntil(place.goodUntil, page.now) === 0;
  return (
    <>
      {messages.rich("code.lead", {
        phone: place.maskedPhone,
        time: <Moment at={place.goodUntil} form="clock" />,
        b: numeral,
      })}{" "}
      {isOver ? (
        <b role="status">{messages.text("problem.expired")}</b>
      ) : (
        messages.text("code.tries", { count: place.triesLeft })
      )}
    </>
  );
}

/** The button that requests another code. With scripts it has a countdown, without scripts the time is written. */
function Resend({ resendAt, now }: { resendAt: number; now: number }) {
  const messages = useMessages();
  const scripted = useHydrated();
  const seconds = useSecondsUntil(resendAt, now);
  const countdown = (
    <span className="tabular-nums" role="timer">
      {`${messages.number(Math.floor(seconds / 60))}:${messages.number(seconds % 60, 2)}`}
    </span>
  );
  const moment = <Moment at={ceilToSecond(resendAt)} form="exact" />;
  return (
    <IntentForm intent="resend" className="text-ink-2">
      <Submit intent="resend" tone="text" name="code.resend" disabled={scripted && seconds > 0} />{" "}
      {seconds > 0 &&
        (scripted
          ? messages.rich("code.resend-in", { time: countdown })
          : messages.rich("code.resend-from", { time: moment }))}
    </IntentForm>
  );
}

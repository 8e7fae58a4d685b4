import { useState } from "react";
import type { PlaceAt } from "server/deletion/page.server";
import { ceilToSecond } from "~/lib/format-moment";
import { useHydrated } from "~/lib/hydration";
import { actions } from "~/ui/button";
import { CheckRow, Field, FieldProblem, input } from "~/ui/field";
import { ConfirmDialog } from "./dialogs";
import indianFlag from "./indian-flag.svg?url";
import { IntentButton, IntentForm, StepHeading, Submit, useProblem } from "./step-form";
import { usePage } from "./shown-page";
import { typedCode, typedPhone, useDigits } from "./typed-digits";
import { Moment, numeral, useSecondsUntil } from "./values";

/** Step 1: the phone number that gets the code. */
export function PhoneStep() {
  const { text } = usePage();
  const { digits, field } = useDigits(typedPhone);
  return (
    <IntentForm intent="send">
      <StepHeading title="phone.title">{text("phone.lead")}</StepHeading>
      <Field
        id="phone"
        label={text("phone.label")}
        problem={useProblem("phone")}
        describedBy="phone-prefix"
      >
        {(control) => (
          <div className={phoneFrame} dir="ltr">
            <span className={phonePrefix} id="phone-prefix">
              <img src={indianFlag} width={24} height={16} alt={text("phone.india")} />
              +91
            </span>
            <input
              {...control}
              {...field}
              className={phoneInput}
              name="phone"
              autoComplete="tel-national"
            />
          </div>
        )}
      </Field>
      <div className={`${actions} mt-8`}>
        <Submit intent="send" tone="ink" disabled={digits === ""} name="phone.send" />
      </div>
    </IntentForm>
  );
}

const phoneFrame = input(
  "flex flex-wrap has-aria-invalid:border-2 has-aria-invalid:border-danger " +
    "focus-within:outline-3 focus-within:outline-offset-3 focus-within:outline-focus",
);

const phonePrefix =
  "flex items-center gap-2.5 border-r-control border-line px-4 font-bold tabular-nums max-xs:px-2.5";

/** Wide enough for ten digits; when text is enlarged, the field wraps to a line of its own. */
const phoneInput =
  "min-h-14 min-w-0 flex-[1_1_6.6em] rounded-control px-4 text-[min(1.3125rem,11vw)] text-ink " +
  "tracking-wide tabular-nums outline-none max-xs:px-2.5 max-xs:tracking-normal";

/** Step 2: the code from WhatsApp, in one field. */
export function CodeStep({ place }: { place: PlaceAt<"code"> }) {
  const { text, rich } = usePage();
  const { digits, field } = useDigits(typedCode);
  const { maskedPhone: phone, goodUntil, triesLeft: count } = place;
  const time = <Moment at={goodUntil} form="clock" />;
  const isOver = useSecondsUntil(goodUntil) === 0;
  return (
    <>
      <IntentForm intent="verify" id="verify">
        <StepHeading title="code.title">
          {count > 0 && (
            <>
              {rich("code.lead", { phone, time, b: numeral })}{" "}
              <b role="status">{isOver && text("problem.expired")}</b>
              {!isOver && text("code.tries", { count })}
            </>
          )}
        </StepHeading>
        <Field id="otp" label={text("code.label")} problem={useProblem("otp")}>
          {(control) => (
            <input
              {...control}
              {...field}
              className={input(wideDigits)}
              name="otp"
              autoComplete="one-time-code"
              dir="ltr"
            />
          )}
        </Field>
      </IntentForm>
      <div className="mt-3 flex flex-wrap items-center justify-between gap-x-6 gap-y-1 text-15">
        <Resend at={place.resendAt} />
        <IntentButton intent="start-over" tone="text" name="code.change" />
      </div>
      <p className="text-15 text-ink-2">
        {text("code.where")} {text("code.why-until")}
      </p>
      <div className={`${actions} mt-6`}>
        <IntentButton intent="start-over" tone="line" name="code.back" />
        <Submit
          intent="verify"
          form="verify"
          tone="ink"
          disabled={digits !== null && digits.length < 6}
          name="code.verify"
        />
      </div>
    </>
  );
}

const wideDigits =
  "min-h-17 w-full pr-4 pl-5.5 text-32/none font-bold tracking-[0.42em] tabular-nums max-sm:tracking-[0.3em]";

/** The button for another code, and from when it works: with scripts a countdown, without scripts a time. */
function Resend({ at }: { at: number }) {
  const { rich } = usePage();
  const scripted = useHydrated();
  const seconds = useSecondsUntil(at);
  const time = scripted ? (
    <span className="tabular-nums" role="timer">
      {`${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`}
    </span>
  ) : (
    <Moment at={ceilToSecond(at)} form="exact" />
  );
  return (
    <IntentForm intent="resend" className="text-ink-2">
      <Submit intent="resend" tone="text" name="code.resend" disabled={scripted && seconds > 0} />{" "}
      {seconds > 0 && rich(scripted ? "code.resend-in" : "code.resend-from", { time })}
    </IntentForm>
  );
}

/**
 * Step 3: the reasons, and the confirmation. CSS displays the free text once 'Others', the last reason, is ticked;
 * browsers without `:has()` always display it. The reasons are not displayed behind a dialog that is not modal.
 */
export function ReasonsStep({ place }: { place: PlaceAt<"reasons" | "confirm"> }) {
  const { text, rich } = usePage();
  const [hasAny, setHasAny] = useState(true);
  // Also as a `ref`: without scripts the button works, and reasons may have been ticked before the scripts ran.
  const countTicks = (reasons: HTMLFieldSetElement | null) =>
    void (reasons && setHasAny(reasons.querySelector(":checked") !== null));
  const reasonsProblem = useProblem("reasons");
  return (
    <>
      {place.at === "confirm" && <ConfirmDialog phoneEnd={place.phoneEnd} />}
      <div className="peer-open:peer-not-modal:hidden">
        <IntentForm intent="reasons">
          <fieldset
            ref={countTicks}
            className="group grid gap-2.5"
            onChange={(event) => countTicks(event.currentTarget)}
            aria-describedby={reasonsProblem ? "reasons-problem" : "reasons-lead"}
          >
            <legend className="px-0.5">
              <StepHeading key={place.at} title="reasons.title" />
            </legend>
            <p id="reasons-lead" className="-mt-1 text-ink-2">
              {text("reasons.lead")}{" "}
              {rich("reasons.until", { time: <Moment at={place.goodUntil} form="clock" /> })}
            </p>
            {place.reasons.map((reason, index) => (
              <CheckRow
                key={reason}
                id={index === 0 ? "reasons" : undefined}
                name="reason"
                value={reason}
                defaultChecked={place.chosen.includes(reason)}
              >
                {text(`reasons.${reason}`)}
              </CheckRow>
            ))}
            {reasonsProblem && <FieldProblem id="reasons-problem">{reasonsProblem}</FieldProblem>}
            <Field
              id="others"
              label={text("reasons.more")}
              problem={useProblem("others")}
              className="mt-1.5 group-not-has-[label:last-of-type_:checked]:hidden"
            >
              {(control) => (
                <textarea
                  {...control}
                  className={input("min-h-22 w-full resize-y px-4 pt-3.25")}
                  name="others"
                  maxLength={place.longestOthers}
                  defaultValue={place.others}
                />
              )}
            </Field>
          </fieldset>
          <div className={`${actions} mt-6 [anchor-name:--opener]`}>
            <Submit intent="reasons" tone="stop" disabled={!hasAny} name="reasons.delete" />
          </div>
        </IntentForm>
        <IntentButton intent="start-over" className="mt-3 text-15" tone="text" name="code.change" />
      </div>
    </>
  );
}

/** Step 3 once the sign-in is no longer accepted: a new code to the same number. */
export function SignedOutStep({ place }: { place: PlaceAt<"signed-out"> }) {
  const { text } = usePage();
  return (
    <>
      <StepHeading title="code.title">
        {text("delete.signed-out")} {numeral(place.maskedPhone)}
      </StepHeading>
      <div className={`${actions} mt-6`}>
        <IntentButton intent="start-over" tone="line" name="code.change" />
        <IntentButton intent="resend" tone="ink" name="phone.send" />
      </div>
    </>
  );
}

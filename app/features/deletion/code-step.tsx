import type { PlaceAt } from "server/deletion/page.server";
import { ceilToSecond } from "~/lib/format-moment";
import { useHydrated } from "~/lib/hydration";
import { actions } from "~/ui/button";
import { Field, input } from "~/ui/field";
import { IntentButton, IntentForm, StepHeading, Submit } from "./intent-form";
import { useProblem } from "./problem";
import { usePage } from "./shown-page";
import { typedCode, useDigits } from "./typed-digits";
import { Moment, numeral, useSecondsUntil } from "./values";

/** Step 2: the code from WhatsApp, in one field. */
export function CodeStep({ place }: { place: PlaceAt<"code"> }) {
  const { text, rich, typed } = usePage();
  const { digits, field } = useDigits(typedCode);
  const { maskedPhone: phone, goodUntil, triesLeft } = place;
  const time = <Moment at={goodUntil} form="clock" />;
  const isOver = useSecondsUntil(goodUntil) === 0;
  return (
    <>
      <IntentForm intent="verify" id="verify">
        <StepHeading of="code">
          {triesLeft > 0 && (
            <>
              {rich("code.lead", { phone, time, b: numeral })}{" "}
              {isOver ? (
                <b role="status">{text("problem.expired")}</b>
              ) : (
                text("code.tries", { count: triesLeft })
              )}
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
              inputMode="numeric"
              autoComplete="one-time-code"
              dir="ltr"
              defaultValue={typed}
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

/**
 * The button that requests another code. With scripts it has a countdown, without scripts the time is written.
 *
 * @param at when it works; 0 for now
 */
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

import { useSearchParams } from "@remix-run/react";
import { Actions } from "~/ui/button";
import { Field } from "~/ui/field";
import { useMessages } from "~/features/shell/messages";
import { useHydrated } from "~/lib/hydration";
import type { Problem } from "./deletion-types";
import indianFlag from "./indian-flag.svg?url";
import { IntentForm, Submit } from "./intent-form";
import { Numeral } from "./numeral";
import { problemText } from "./problem-text";
import { StepHeading, StepLead } from "./step-heading";
import { typedPhone } from "./typed-digits";
import { useTypedField } from "./use-typed-field";

interface PhoneStepProps {
  /** Lets the server recognize repeated requests. */
  idempotencyKey: string;
  problem: Problem | null;
  /** Reference number of a deletion whose receipt can still be shown. */
  receipt: string | null;
}

const PREFIX_ID = "phone-prefix";

/** Step 1: the phone number that gets the code. */
export function PhoneStep({ idempotencyKey, problem, receipt }: PhoneStepProps) {
  const messages = useMessages();
  const scripted = useHydrated();
  const firstStep = useFirstStepUrl();
  const { value, note, leftOut, field } = useTypedField(typedPhone);
  const noteText = note === null ? "" : messages.text(note);
  const phoneProblem = problem?.field === "phone" ? problem : null;
  return (
    <IntentForm intent="send" action={firstStep}>
      <input type="hidden" name="idempotencyKey" value={idempotencyKey} />
      <StepHeading>{messages.text("phone.heading")}</StepHeading>
      <StepLead>{messages.text("phone.lead")}</StepLead>
      {receipt !== null && (
        <p className="-mt-2 mb-6 text-15 text-ink-2">
          {messages.rich("phone.deleted", {
            reference: receipt,
            b: (reference) => <Numeral>{reference}</Numeral>,
            link: (name) => (
              <a className="font-bold text-ink" href="?step=done">
                {name}
              </a>
            ),
          })}
        </p>
      )}
      <Field
        id="phone"
        label={messages.text("phone.label")}
        problem={phoneProblem ? problemText(messages, phoneProblem) : undefined}
        describedBy={PREFIX_ID}
        note={leftOut === null ? noteText : `\u2066${leftOut}\u2069: ${noteText}`} // isolates LTR text
      >
        {(control) => (
          <div className={frame} dir="ltr">
            <span className={prefix} id={PREFIX_ID}>
              <img src={indianFlag} width={24} height={16} alt={messages.text("phone.india")} />
              +91
            </span>
            <input
              {...control}
              {...field}
              className={number}
              name="phone"
              type="text"
              inputMode="numeric"
              autoComplete="tel-national"
              defaultValue={phoneProblem?.typed}
            />
          </div>
        )}
      </Field>
      <Actions className="mt-6">
        <Submit intent="send" tone="ink" disabled={scripted && value === ""}>
          {messages.text("phone.send")}
        </Submit>
      </Actions>
    </IntentForm>
  );
}

/**
 * URL of the first step; a URL without `step` shows the current step. The history entry from which the form is posted
 * gets this URL, so that Back leads to the first step. Without scripts, a post to this URL also makes browsers drop the
 * page that they have cached for it.
 */
function useFirstStepUrl(): string {
  const [search] = useSearchParams();
  const query = new URLSearchParams(search);
  query.set("step", "phone");
  return `?${query}`;
}

const frame =
  "flex flex-wrap rounded-control border-control border-edge bg-raised " +
  "has-aria-invalid:border-2 has-aria-invalid:border-danger " +
  "focus-within:outline-3 focus-within:outline-offset-3 focus-within:outline-focus";

const prefix =
  "flex items-center gap-2.5 border-r-control border-line px-4 font-bold tabular-nums max-xs:px-2.5";

/** Wide enough for ten digits; when text is enlarged, the field wraps to a line of its own. */
const number =
  "min-h-14 min-w-0 flex-[1_1_6.6em] rounded-control px-4 text-[min(1.3125rem,11vw)] text-ink " +
  "tracking-wide tabular-nums outline-none max-xs:px-2.5 max-xs:tracking-normal";

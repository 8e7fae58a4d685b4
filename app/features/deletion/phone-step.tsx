import { useSearchParams } from "@remix-run/react";
import { useMessages } from "./messages";
import { useHydrated } from "~/lib/hydration";
import { Actions } from "~/ui/button";
import { Field } from "~/ui/field";
import indianFlag from "./indian-flag.svg?url";
import { IntentForm, Submit } from "./intent-form";
import { useFieldProblem } from "./problem";
import { useShownPage } from "./shown-page";
import { typedPhone, useDigits } from "./typed-digits";
import { numeral, StepHeading } from "./words";

const PREFIX_ID = "phone-prefix";

/** Step 1: the phone number that gets the code. */
export function PhoneStep() {
  const messages = useMessages();
  const { typed } = useShownPage();
  const scripted = useHydrated();
  const { value, note, field } = useDigits(typedPhone);
  return (
    <IntentForm intent="send">
      <StepHeading heading={messages.text("phone.heading")}>
        {messages.text("phone.lead")}
      </StepHeading>
      <HeldDeletion />
      <Field
        id="phone"
        label={messages.text("phone.label")}
        problem={useFieldProblem("phone")}
        describedBy={PREFIX_ID}
        note={note === null ? "" : messages.text(note)}
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
              defaultValue={typed}
            />
          </div>
        )}
      </Field>
      <Actions className="mt-6">
        <Submit intent="send" tone="ink" disabled={scripted && value === ""} name="phone.send" />
      </Actions>
    </IntentForm>
  );
}

/** One line about the deletion that the browser holds, with a link to its step. */
function HeldDeletion() {
  const messages = useMessages();
  const { held } = useShownPage();
  const [search] = useSearchParams();
  if (held === null) return null;
  const query = new URLSearchParams(search);
  query.delete("step");
  const parts = {
    b: numeral,
    link: (name: unknown[]) => (
      <a className="font-bold text-ink" href={`?${query}`}>
        {name as string[]}
      </a>
    ),
  };
  return (
    <p className="-mt-2 mb-6 text-15 text-ink-2">
      {"receipt" in held
        ? messages.rich("phone.deleted", { reference: held.receipt, ...parts })
        : messages.rich("phone.open", { digits: held.digits, ...parts })}
    </p>
  );
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

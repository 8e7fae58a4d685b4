import { actions } from "~/ui/button";
import { Field } from "~/ui/field";
import indianFlag from "./indian-flag.svg?url";
import { IntentForm, StepHeading, Submit } from "./intent-form";
import { useProblem } from "./problem";
import { usePage } from "./shown-page";
import { typedPhone, useDigits } from "./typed-digits";

const PREFIX_ID = "phone-prefix";

/** Step 1: the phone number that gets the code. */
export function PhoneStep() {
  const { text, typed } = usePage();
  const { digits, field } = useDigits(typedPhone);
  return (
    <IntentForm intent="send">
      <StepHeading of="phone">{text("phone.lead")}</StepHeading>
      <Field
        id="phone"
        label={text("phone.label")}
        problem={useProblem("phone")}
        describedBy={PREFIX_ID}
      >
        {(control) => (
          <div className={frame} dir="ltr">
            <span className={prefix} id={PREFIX_ID}>
              <img src={indianFlag} width={24} height={16} alt={text("phone.india")} />
              +91
            </span>
            <input
              {...control}
              {...field}
              className={number}
              name="phone"
              inputMode="numeric"
              autoComplete="tel-national"
              defaultValue={typed}
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

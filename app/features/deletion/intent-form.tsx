import { Form, useNavigation, type FormProps } from "@remix-run/react";
import type { ComponentProps, ReactNode } from "react";
import type { Intent } from "server/deletion/form-fields.server";
import type { PlainMessageId } from "~/content/catalogue";
import { BusyRing, buttonStyle } from "~/ui/button";
import { usePage } from "./shown-page";

/** A form of the journey. The server refuses one whose `session` is not the browser's current one. */
export function IntentForm({ intent, children, ...form }: FormProps & { intent: Intent }) {
  const { session, press } = usePage();
  const { state } = useNavigation();
  return (
    <Form
      method="post"
      // The home page, to which it leads, is another document.
      reloadDocument={intent === "leave"}
      onSubmit={(event) => state !== "idle" && event.preventDefault()}
      {...form}
    >
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="session" value={session} />
      <input type="hidden" name="press" value={press} />
      {children}
    </Form>
  );
}

interface SubmitProps extends ComponentProps<"button"> {
  intent: Intent;
  name: PlainMessageId;
  /** `text`: for a less important intent; it looks like a link. */
  tone: "ink" | "stop" | "line" | "text";
}

/**
 * The submit button of an intent, with a spinner while its form is being sent. Meanwhile all buttons of the page are
 * `aria-disabled` instead of `disabled`, because a disabled button would lose the focus.
 */
export function Submit({ intent, name, tone, ...button }: SubmitProps) {
  const { text } = usePage();
  const { state, formData } = useNavigation();
  const isBusy = formData?.get("intent") === intent;
  return (
    <button
      type="submit"
      className={
        tone === "text" ? textButtonStyle : buttonStyle({ tone, className: "w-full px-3!" })
      }
      aria-disabled={state !== "idle" || undefined}
      aria-busy={isBusy || undefined}
      {...button}
    >
      {isBusy && <BusyRing />}
      {text(name)}
    </button>
  );
}

/** A form that consists of its button. */
export function IntentButton({ className, ...submit }: SubmitProps) {
  return (
    <IntentForm intent={submit.intent} className={className}>
      <Submit {...submit} />
    </IntentForm>
  );
}

export const HEADING_ID = "step";

interface StepHeadingProps {
  of: "phone" | "code" | "reasons";
  children?: ReactNode;
}

/** The heading of the current step and the sentence under it; with scripts it takes the focus when the step changes. */
export function StepHeading({ of: step, children }: StepHeadingProps) {
  const { text } = usePage();
  return (
    <>
      <h2 id={HEADING_ID} tabIndex={-1} className="mb-1.5 text-subheading/subheading outline-none">
        {text(`${step}.title`)}
      </h2>
      {children && <p className="mb-6 text-ink-2">{children}</p>}
    </>
  );
}

/** Style of a link or button of the journey that consists of text only. */
export const textButtonStyle =
  "inline-flex min-h-11 min-w-11 cursor-pointer items-center gap-2 font-bold text-ink underline underline-offset-link " +
  "disabled:cursor-not-allowed disabled:text-ink-2 disabled:no-underline " +
  "aria-disabled:cursor-not-allowed aria-disabled:text-ink-2 aria-disabled:no-underline";

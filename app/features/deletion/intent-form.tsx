import { Form, useNavigation } from "@remix-run/react";
import { createContext, useContext, type ComponentProps, type ReactNode } from "react";
import { BusyRing, Button } from "~/ui/button";
import type { Intent } from "./deletion-types";

/** Id of the journey's session, which every form sends in a hidden field; null before a session exists. */
export const PageSession = createContext<string | null>(null);

interface IntentFormProps {
  intent: Intent;
  id?: string;
  className?: string;
  /** The URL that the form is posted to; default: the page's URL. */
  action?: string;
  children: ReactNode;
}

/** A form of the journey. The server refuses a form whose `session` is not the browser's current one. */
export function IntentForm({ intent, children, ...form }: IntentFormProps) {
  const session = useContext(PageSession);
  const sending = useNavigation().formData !== undefined;
  return (
    <Form
      method="post"
      onSubmit={(event) => sending && event.preventDefault()} // one form at a time
      {...form}
    >
      <input type="hidden" name="intent" value={intent} />
      {session !== null && <input type="hidden" name="session" value={session} />}
      {children}
    </Form>
  );
}

interface SubmitProps extends Omit<ComponentProps<typeof Button>, "type"> {
  intent: Intent;
}

/** The submit button of an intent. It shows a spinner while its form is being sent. */
export function Submit({ intent, disabled, children, ...button }: SubmitProps) {
  const { state, busy } = useSubmitState(intent, disabled);
  return (
    <Button type="submit" {...state} {...button}>
      {busy && <BusyRing />}
      {children}
    </Button>
  );
}

interface TextSubmitProps {
  intent: Intent;
  disabled?: boolean;
  children: ReactNode;
}

/** The submit button of a less important intent. It looks like a link. */
export function TextSubmit({ intent, disabled, children }: TextSubmitProps) {
  const { state, busy } = useSubmitState(intent, disabled);
  return (
    <button type="submit" className={textButtonStyle} {...state}>
      {busy && <BusyRing />}
      {children}
    </button>
  );
}

/** Style of a link or button of the journey that consists of text only. */
export const textButtonStyle =
  "inline-flex min-h-11 min-w-11 cursor-pointer items-center gap-2 font-bold text-ink underline underline-offset-link " +
  "disabled:cursor-not-allowed disabled:text-ink-2 disabled:no-underline " +
  "aria-disabled:cursor-not-allowed aria-disabled:text-ink-2 aria-disabled:no-underline";

/**
 * State of an intent's button. While a form is being sent, all buttons of the page are `aria-disabled` instead of
 * `disabled`, because a disabled button would lose the focus.
 *
 * @param disabled whether the form cannot be sent yet
 */
function useSubmitState(intent: Intent, disabled = false) {
  const { formData } = useNavigation();
  const isSending = formData !== undefined || undefined;
  const busy = formData?.get("intent") === intent || undefined;
  return { busy, state: { disabled, "aria-disabled": isSending, "aria-busy": busy } };
}

import { createContext, useContext, type ComponentProps, type ReactNode } from "react";
import { useSending } from "~/features/shell/form-page";
import { SEND_WHEN_ONLINE } from "~/features/shell/use-offline-guard";
import { BusyRing, Button } from "~/ui/button";
import type { Intent } from "./deletion-types";

/** The name of the journey's session, which every form sends along; null before a session exists. */
export const PageSession = createContext<string | null>(null);

interface IntentFormProps {
  intent: Intent;
  id?: string;
  className?: string | undefined;
  /** The URL that the form is posted to; by default that of the page. */
  action?: string | undefined;
  children: ReactNode;
}

/**
 * A form of the journey. Without scripts it loads the next page; with scripts it posts the same fields without a load.
 * Offline, every form but that of a deletion is sent when the network is back: a deletion takes another press. The
 * server refuses a form whose `session` is not the browser's any more.
 */
export function IntentForm({ intent, action, children, ...form }: IntentFormProps) {
  const session = useContext(PageSession);
  return (
    <form method="post" action={action} {...(intent !== "delete" && SEND_WHEN_ONLINE)} {...form}>
      <input type="hidden" name="intent" value={intent} />
      {session !== null && <input type="hidden" name="session" value={session} />}
      {children}
    </form>
  );
}

interface SubmitProps extends Omit<ComponentProps<typeof Button>, "type"> {
  intent: Intent;
}

/** The button of an intent. While its form is being sent it shows a ring. */
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

/** The button of a less important intent, which looks like a link. */
export function TextSubmit({ intent, disabled, children }: TextSubmitProps) {
  const { state, busy } = useSubmitState(intent, disabled);
  return (
    <button type="submit" className={textAct} {...state}>
      {busy && <BusyRing />}
      {children}
    </button>
  );
}

/** Style of a link or button of the journey that is words alone. */
export const textAct =
  "inline-flex min-h-11 min-w-11 cursor-pointer items-center gap-2 font-bold text-ink underline underline-offset-link " +
  "disabled:cursor-not-allowed disabled:text-ink-2 disabled:no-underline " +
  "aria-disabled:cursor-not-allowed aria-disabled:text-ink-2 aria-disabled:no-underline";

/**
 * State of an intent's button. While any form of the page is being sent, all buttons are `aria-disabled` and not
 * `disabled`, because a disabled button would lose the focus.
 *
 * @param disabled whether the form cannot be sent yet
 */
function useSubmitState(intent: Intent, disabled = false) {
  const sending = useSending();
  const waits = sending !== null || undefined;
  const busy = sending?.get("intent") === intent || undefined;
  return { busy, state: { disabled, "aria-disabled": waits, "aria-busy": busy } };
}

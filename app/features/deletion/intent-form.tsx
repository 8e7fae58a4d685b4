import { Form, useNavigation } from "@remix-run/react";
import { createContext, useContext, type ComponentProps, type ReactNode } from "react";
import { SEND_WHEN_ONLINE } from "~/features/shell/use-offline-guard";
import { BusyRing, Button } from "~/ui/button";
import type { Intent } from "./deletion-types";

/** What the page names its session by, for every form of it; null where it has none. */
export const PageSession = createContext<string | null>(null);

interface IntentFormProps {
  intent: Intent;
  id?: string;
  className?: string | undefined;
  /** The page that it is posted to; left out: the one it stands on. */
  action?: string | undefined;
  onSubmit?: () => void;
  children: ReactNode;
}

/**
 * A form of the page: a plain form without scripts, the same post without a page load with them. The next step is a
 * new entry of the browser's history; the same step in other words is none. Only a deletion that could not be sent
 * waits for another press. The server refuses a form of a session that the browser does not hold any more.
 */
export function IntentForm({ intent, action, children, ...form }: IntentFormProps) {
  const session = useContext(PageSession);
  const to = {
    ...(action !== undefined && { action }),
    ...(intent !== "delete" && SEND_WHEN_ONLINE),
  };
  return (
    <Form method="post" preventScrollReset {...to} {...form}>
      <input type="hidden" name="intent" value={intent} />
      {session !== null && <input type="hidden" name="session" value={session} />}
      {children}
    </Form>
  );
}

/** `disabled` counts with scripts only: a server without them has the last word anyway. */
interface SubmitProps extends Omit<ComponentProps<typeof Button>, "type"> {
  intent: Intent;
}

/** The button of an intent; it shows that its form is on its way. */
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

/** The same for what matters less: words. */
export function TextSubmit({ intent, disabled, children }: TextSubmitProps) {
  const { state, busy } = useSubmitState(intent, disabled);
  return (
    <button type="submit" className={textAct} {...state}>
      {busy && <BusyRing />}
      {children}
    </button>
  );
}

/** A link or button of the journey that is words. */
export const textAct = [
  "inline-flex min-h-11 min-w-11 cursor-pointer items-center gap-2 font-bold text-ink underline underline-offset-link",
  "disabled:cursor-not-allowed disabled:text-ink-2 disabled:no-underline",
  "aria-disabled:cursor-not-allowed aria-disabled:text-ink-2 aria-disabled:no-underline",
].join(" ");

/**
 * Pressed once, an intent's button waits for its answer, and every other one with it: the page is held, and a button
 * that is only said to be disabled keeps the focus.
 */
function useSubmitState(intent: Intent, disabled = false) {
  const { formData } = useNavigation();
  const waits = formData !== undefined || undefined;
  const busy = formData?.get("intent") === intent || undefined;
  return { busy, state: { disabled, "aria-disabled": waits, "aria-busy": busy } };
}

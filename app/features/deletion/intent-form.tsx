import { Form, useNavigation } from "@remix-run/react";
import type { ReactNode } from "react";
import type { Intent } from "./deletion-types";

interface IntentFormProps {
  intent: Intent;
  id?: string;
  className?: string;
  children: ReactNode;
}

/** A form of the page: a plain form without scripts, the same post without a page load with them. */
export function IntentForm({ intent, id, className, children }: IntentFormProps) {
  return (
    <Form method="post" id={id} className={className} replace preventScrollReset>
      <input type="hidden" name="intent" value={intent} />
      {children}
    </Form>
  );
}

/** Whether a form with this intent is on its way, or any. */
export function useBusy(intent?: Intent): boolean {
  const { formData } = useNavigation();
  return formData !== undefined && (intent === undefined || formData.get("intent") === intent);
}

interface SubmitProps {
  intent: Intent;
  className: string;
  children: ReactNode;
  /** The form it submits, when it stands outside of it. */
  form?: string;
  /** With scripts only: a server without them has the last word anyway. */
  disabled?: boolean;
  id?: string;
}

/** The button of an intent; it shows that its form is on its way, and cannot be pressed twice. */
export function Submit({ intent, disabled, children, ...button }: SubmitProps) {
  const anyBusy = useBusy();
  const busy = useBusy(intent);
  return (
    <button type="submit" disabled={disabled || anyBusy} aria-busy={busy || undefined} {...button}>
      {busy && <span className="busy-ring" aria-hidden="true" />}
      {children}
    </button>
  );
}

import { Form, useNavigation, useSearchParams } from "@remix-run/react";
import {
  createContext,
  useContext,
  useEffect,
  useState,
  type ComponentProps,
  type ReactNode,
} from "react";
import { useHydrated } from "~/lib/hydration";
import { BusyRing, Button } from "~/ui/button";
import type { DeletionPage, Intent } from "./deletion-types";

/** The ids that every form of a page sends in hidden fields. */
export const PageIds = createContext<Pick<DeletionPage, "session" | "press">>({
  session: "",
  press: "",
});

interface IntentFormProps {
  intent: Intent;
  id?: string;
  className?: string | undefined;
  children: ReactNode;
}

/**
 * A form of the journey. It is posted to the address of the step on which it stands, so that its answer is the page at
 * that address. The server refuses a form whose `session` is not the browser's current one.
 */
export function IntentForm({ intent, children, ...form }: IntentFormProps) {
  const { session, press } = useContext(PageIds);
  const [search] = useSearchParams();
  const query = new URLSearchParams(search);
  if (session === "") query.set("step", "phone");
  return (
    <Form method="post" action={`?${query}`} {...form}>
      <input type="hidden" name="intent" value={intent} />
      <input type="hidden" name="session" value={session} />
      <input type="hidden" name="press" value={press} />
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

/** How long a confirmation takes no press: the second tap of a double tap was meant for what it covers. */
const UNPRESSED_MS = 500;

/** Whether the buttons inside take no press yet. */
const Unpressed = createContext(false);

/** Buttons that take no press in the first half second; they look as usual. Without scripts a style does the same. */
export function LatePresses({ children }: { children: ReactNode }) {
  const [unpressed, setUnpressed] = useState(useHydrated());
  useEffect(() => {
    const timer = setTimeout(() => setUnpressed(false), UNPRESSED_MS);
    return () => clearTimeout(timer);
  }, []);
  return (
    <div className="noscript:animate-late">
      <Unpressed.Provider value={unpressed}>{children}</Unpressed.Provider>
    </div>
  );
}

/**
 * State of an intent's button. While a form is being sent, all buttons of the page are `aria-disabled` instead of
 * `disabled`, because a disabled button would lose the focus; their presses do nothing.
 *
 * @param disabled whether the form cannot be sent yet
 */
function useSubmitState(intent: Intent, disabled = false) {
  const { state, formData } = useNavigation();
  const unpressed = useContext(Unpressed);
  const isSending = state !== "idle";
  const isDeaf = isSending || unpressed || undefined;
  const busy = formData?.get("intent") === intent || undefined;
  const onClick = isDeaf && ((event: { preventDefault: () => void }) => event.preventDefault());
  const late = (unpressed && !isSending) || undefined;
  return {
    busy,
    state: {
      disabled,
      "aria-disabled": isDeaf,
      "aria-busy": busy,
      "data-late": late,
      onClick,
    },
  };
}

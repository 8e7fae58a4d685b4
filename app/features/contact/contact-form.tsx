import { Form, useActionData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import toast from "react-hot-toast/headless";
import type { ContactRefusal } from "server/contact/contact-requests.server";
import {
  contactAnswerLost,
  contactAskedAgain,
  contactLimitTexts,
  contactSentTexts,
  type Audience,
} from "~/content/contact";
import { ceilToSecond, formatExactDateTime, formatIso } from "~/lib/format-date";
import { isLost } from "~/lib/lost-answer";
import { BusyRing, Button } from "~/ui/button";
import { FieldLink, ProblemSummary, problemSummary } from "~/ui/problem-summary";
import { popupUrl } from "./audience";
import { BookCall } from "./book-call";
import { ContactFields, fieldId, Honeypot } from "./contact-fields";
import { useBrowserChecks } from "./use-browser-checks";
import { SandboxNote } from "~/ui/sandbox-note";

export interface ContactState {
  /** Whether a service for messages is configured; otherwise the page shows the mail address. */
  open: boolean;
  /** Whether messages go to the sandbox's outbox. */
  sandbox: boolean;
  /** Time at which the last message was accepted, in milliseconds since 1970; null unless it was just sent. */
  sentAt: number | null;
  /** The limit because of which the visitor's next message has to wait; null for none. */
  wait: ContactRefusal["wait"];
}

export interface ContactFormProps {
  audience: Audience;
  state: ContactState;
  /** Why the message was not sent; null if there was no attempt. */
  refusal: ContactRefusal | null;
}

/** The form with its status: empty, 'Sending...', then success or the error. */
export function ContactForm({ audience, state, refusal }: ContactFormProps) {
  const sending = useNavigation().formData !== undefined;
  const sentAt = useAnnounced(state.sentAt, refusal);
  const { messages, checks } = useBrowserChecks(refusal);
  const wait = refusal ? refusal.wait : state.sentAt === null ? state.wait : null;
  // After a refusal the loader does not run again, so its state may be older than the refusal.
  const sent = state.sentAt !== null && contactSentTexts.status;
  const status = useLostAnswer() ?? (refusal ? refusal.message : sent);

  return (
    <Form
      method="post"
      action={popupUrl(audience)}
      className={popupForm}
      onSubmit={(event) => sending && event.preventDefault()}
      {...checks}
    >
      {state.sandbox && <ContactSandboxNote className="col-span-full" />}
      {refusal && (refusal.problems.length > 0 || refusal.honeypotFilled) && (
        <ContactProblems {...refusal} />
      )}
      {wait && <LimitNotice wait={wait} />}
      <ContactFields
        key={sentAt} // clears the fields after a message has been accepted
        typed={refusal?.typed ?? {}}
        messages={messages}
      />
      <Honeypot refusal={refusal} />
      <div className={popupActions}>
        <Button
          type="submit"
          className="max-md:w-full"
          // A disabled button would lose the focus.
          aria-disabled={sending || undefined}
          aria-busy={sending || undefined}
        >
          {sending && <BusyRing />}
          Send
        </Button>
        <BookCall />
        <output className="min-h-[1.55em] basis-full text-15 text-ink-2">
          {sending ? "Sending..." : status}
        </output>
      </div>
    </Form>
  );
}

/** Layout of the form: below the sign on phones, beside the sign on wide screens. */
export const popupForm =
  "grid content-start grid-cols-1 gap-x-5 gap-y-5.5 px-5.5 py-6.5 md:grid-cols-2 md:px-11 md:pt-19 md:pb-11";

/** Layout of the popup's buttons and of the status below them. */
export const popupActions = "col-span-full flex flex-wrap items-center gap-3";

/** Why the message was not sent, with a link to each field that has to be corrected. */
function ContactProblems({ problems, honeypotFilled }: ContactRefusal) {
  return (
    <ProblemSummary className="col-span-full">
      {honeypotFilled && <p>{contactAskedAgain}</p>}
      {problems.length > 0 && (
        <ul>
          {problems.map(({ field, message }) => (
            <li key={field}>
              <FieldLink id={fieldId(field)}>{message}</FieldLink>
            </li>
          ))}
        </ul>
      )}
    </ProblemSummary>
  );
}

function LimitNotice({ wait }: { wait: NonNullable<ContactState["wait"]> }) {
  const at = ceilToSecond(wait.until);
  return (
    <ProblemSummary className="col-span-full">
      <p>
        {contactLimitTexts[wait.of]} The next one can be sent at{" "}
        <time dateTime={formatIso(at)}>{formatExactDateTime(at)}</time>.
      </p>
    </ProblemSummary>
  );
}

/** The status of a message that got no answer, also shown as a toast; null if the last message was answered. */
function useLostAnswer(): string | null {
  const answer = useActionData();
  const lost = isLost(answer);
  useEffect(() => {
    if (lost) toast.error(contactAnswerLost);
  }, [lost, answer]);
  return lost ? contactAnswerLost : null;
}

/**
 * Shows a toast with the reason why a message was not sent, and moves the focus to the problem, unless the visitor has
 * begun to correct the form before the scripts ran.
 *
 * @returns time at which the last message was accepted; kept when later loads of the page do not contain the time
 */
function useAnnounced(sentAt: number | null, refusal: ContactRefusal | null): number | null {
  const [lastSentAt, setLastSentAt] = useState(sentAt);
  if (sentAt !== null && sentAt !== lastSentAt) setLastSentAt(sentAt);
  const loaded = useRef(true);
  useEffect(() => {
    const hasBegun = loaded.current && document.activeElement !== document.body;
    loaded.current = false;
    if (refusal === null) return;
    if (refusal.message !== null) toast.error(refusal.message);
    if (!hasBegun) problemSummary()?.focus();
  }, [refusal]);
  return lastSentAt;
}

/** Note that messages go to the sandbox's outbox. */
export function ContactSandboxNote({ className }: { className?: string | undefined }) {
  return (
    <SandboxNote className={className}>
      Sandbox data. No message leaves this machine: read it in the{" "}
      <a href="/sandbox/outbox">outbox</a>.
    </SandboxNote>
  );
}

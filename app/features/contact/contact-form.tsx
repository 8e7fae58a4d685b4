import { Form, useActionData, useNavigation } from "@remix-run/react";
import { useEffect, useRef, useState } from "react";
import type { ContactRefusal } from "server/contact/contact-requests.server";
import {
  contactAnswerLost,
  contactAskedAgain,
  contactEarlierLost,
  contactLimitTexts,
  contactRefused,
  contactRefusalTexts,
  contactSentTexts,
  type Audience,
} from "~/content/contact";
import { isUnanswered, type Unanswered } from "~/features/shell/unanswered-post";
import { SEND_WHEN_ONLINE } from "~/features/shell/use-offline-guard";
import { ceilToSecond, formatExactDateTime, formatIso } from "~/lib/format-date";
import { BusyRing, Button } from "~/ui/button";
import { FieldLink, ProblemSummary, problemSummary } from "~/ui/problem-summary";
import { showToast } from "~/ui/toast-store";
import { popupUrl } from "./audience";
import { BookCall } from "./book-call";
import { ContactFields, fieldId, Honeypot } from "./contact-fields";
import { useBrowserChecks } from "./use-browser-checks";
import { SandboxNote } from "~/ui/sandbox-note";

/** What the page knows of the form before anything is sent. */
export interface ContactState {
  /** Off: there is no service to send to, and the mailbox takes its place. */
  open: boolean;
  /** Messages go to the sandbox's outbox. */
  sandbox: boolean;
  /** When the message before has arrived, in milliseconds since 1970; null when none was just sent. */
  sentAt: number | null;
  /** What this visitor has to wait for before the next message. */
  wait: ContactRefusal["wait"];
}

interface ContactFormProps {
  audience: Audience;
  state: ContactState;
  refusal: ContactRefusal | null;
}

/** The form with its status: empty, 'Sending...', then success or the error. */
export function ContactForm({ audience, state, refusal }: ContactFormProps) {
  const sending = useNavigation().formData?.has("message") ?? false;
  const sentAt = useAnnounced(state.sentAt, refusal);
  const { messages, checks } = useBrowserChecks(refusal);
  const problems = refusal?.problems ?? [];
  const wait = refusal ? refusal.wait : state.sentAt === null ? state.wait : null;
  // The page's own state stays as it was before a refusal, which says the last word.
  const sent = state.sentAt !== null && contactSentTexts.status;
  const status = useUnanswered() ?? (refusal ? refusal.message : sent);

  return (
    <Form
      method="post"
      action={popupUrl(audience)}
      className={popupForm}
      replace
      preventScrollReset
      {...SEND_WHEN_ONLINE}
      {...checks}
    >
      {state.sandbox && <ContactSandboxNote className="col-span-full" />}
      {refusal && (problems.length > 0 || refusal.honeypotFilled) && (
        <ContactProblems problems={problems} askedAgain={refusal.honeypotFilled} />
      )}
      {wait && <LimitNotice wait={wait} />}
      <ContactFields
        key={sentAt} // a message that has arrived leaves empty fields behind
        typed={refusal?.typed ?? {}}
        messages={messages}
      />
      <Honeypot refusal={refusal} />
      <div className={popupActions}>
        <Button
          type="submit"
          className="max-md:w-full"
          // Disabled it would lose the focus.
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

/** Under the sign, or beside it. */
export const popupForm =
  "grid content-start grid-cols-1 gap-x-5 gap-y-5.5 px-5.5 py-6.5 md:grid-cols-2 md:px-11 md:pt-19 md:pb-11";

/** The buttons of the popup, and what they led to. */
export const popupActions = "col-span-full flex flex-wrap items-center gap-3";

interface ContactProblemsProps extends Pick<ContactRefusal, "problems"> {
  /** Whether all that is wanted is another press. */
  askedAgain: boolean;
}

/** What keeps the message from being sent, with a link to each field it is about. */
function ContactProblems({ problems, askedAgain }: ContactProblemsProps) {
  return (
    <ProblemSummary className="col-span-full">
      {askedAgain && <p>{contactAskedAgain}</p>}
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

/** Over the limit. */
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

/**
 * What is known of a message without an answer, which a toast says, too; null where the last one was answered. What is
 * not known of a try stays so when the next one is refused. Page, text and focus stay.
 */
function useUnanswered(): string | null {
  const answer = useActionData();
  const [last, setLast] = useState<{ answer: unknown; lost: boolean }>({ answer, lost: false });
  const unanswered = isUnanswered(answer) ? answer : null;
  if (answer !== last.answer) {
    setLast({ answer, lost: unanswered !== null && (last.lost || unanswered.refusal === null) });
  }
  const text = unanswered && unansweredText(unanswered, last.lost);
  useEffect(() => {
    if (text !== null) showToast("error", text);
  }, [text, answer]);
  return text;
}

function unansweredText({ refusal }: Unanswered, earlierLost: boolean): string {
  if (refusal === null) return contactAnswerLost;
  const text = contactRefusalTexts[refusal] ?? contactRefused;
  return earlierLost ? `${text} ${contactEarlierLost}` : text;
}

/**
 * Says as a toast why a message was not sent, and takes the focus to what is wrong, unless somebody has begun to
 * mend it before scripts came.
 *
 * @returns when a message last arrived while the form stood, which revalidation does not take back
 */
function useAnnounced(sentAt: number | null, refusal: ContactRefusal | null): number | null {
  const [lastSentAt, setLastSentAt] = useState(sentAt);
  if (sentAt !== null && sentAt !== lastSentAt) setLastSentAt(sentAt);
  const loaded = useRef(true);
  useEffect(() => {
    const begun = loaded.current && document.activeElement !== document.body;
    loaded.current = false;
    if (refusal === null) return;
    if (refusal.message !== null) showToast("error", refusal.message);
    if (!begun) problemSummary()?.focus();
  }, [refusal]);
  return lastSentAt;
}

/** Where messages go while the sandbox takes them. */
export function ContactSandboxNote({ className }: { className?: string | undefined }) {
  return (
    <SandboxNote className={className}>
      Sandbox data. No message leaves this machine: read it in the{" "}
      <a href="/sandbox/outbox">outbox</a>.
    </SandboxNote>
  );
}

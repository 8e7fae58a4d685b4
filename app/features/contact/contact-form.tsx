import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { contactSentTexts, type Audience } from "~/content/contact";
import { formatExactDateTime, formatIso } from "~/lib/format-date";
import { showToast } from "~/ui/toast-store";
import { popupUrl } from "./audience";
import { BookCall } from "./book-call";
import { ContactFields, Honeypot } from "./contact-fields";
import { ContactSandboxNote } from "./contact-sandbox-note";
import type { ContactRefusal, ContactState } from "./contact-types";
import { CONTACT_SUMMARY_ID, ProblemSummary, SummaryPanel } from "./problem-summary";
import { useBrowserChecks } from "./use-browser-checks";

interface ContactFormProps {
  audience: Audience;
  state: ContactState;
  refusal: ContactRefusal | null;
}

/** The form with its status: empty, 'Sending...', then success or the error. */
export function ContactForm({ audience, state, refusal }: ContactFormProps) {
  const sending = useNavigation().formData?.has("message") ?? false;
  const sentAt = useAnnounced(state.sentAt, refusal);
  const { messages, checks } = useBrowserChecks();
  const problems = refusal?.problems ?? [];
  const retryAt = refusal ? refusal.retryAt : state.sentAt === null ? state.freeAt : null;
  // The page's own state stays as it was before a refusal, which says the last word.
  const status = refusal ? refusal.message : state.sentAt !== null && contactSentTexts.status;

  return (
    <Form
      method="post"
      action={popupUrl(audience)}
      className="popup-form"
      replace
      preventScrollReset
      {...checks}
    >
      {state.sandbox && (
        <div className="full">
          <ContactSandboxNote className="" />
        </div>
      )}
      {refusal && (problems.length > 0 || refusal.honeypotFilled) && (
        <ProblemSummary problems={problems} askedAgain={refusal.honeypotFilled} />
      )}
      {retryAt !== null && retryAt > 0 && <LimitNotice retryAt={retryAt} />}
      <ContactFields
        key={sentAt} // a message that has arrived leaves empty fields behind
        typed={refusal?.typed ?? {}}
        messages={{
          ...Object.fromEntries(problems.map(({ field, message }) => [field, message])),
          ...messages,
        }}
      />
      <Honeypot refusal={refusal} />
      <div className="popup-acts full">
        <button className="btn" disabled={sending} aria-busy={sending || undefined}>
          {sending && <span className="busy-ring" aria-hidden="true" />}
          Send
        </button>
        <BookCall />
        <output>{sending ? "Sending..." : status}</output>
      </div>
    </Form>
  );
}

/** Over the limit; the time is rounded up, so that at the time shown it does work. */
function LimitNotice({ retryAt }: { retryAt: number }) {
  const at = Math.ceil(retryAt / 1000) * 1000;
  return (
    <SummaryPanel>
      <p>
        Five messages an hour can be sent from your network. The next one can be sent at{" "}
        <time dateTime={formatIso(at)}>{formatExactDateTime(at)}</time>.
      </p>
    </SummaryPanel>
  );
}

/**
 * Says as a toast why a message was not sent, and takes the focus to what is wrong.
 *
 * @returns when a message last arrived while the form stood, which revalidation does not take back
 */
function useAnnounced(sentAt: number | null, refusal: ContactRefusal | null): number | null {
  const [lastSentAt, setLastSentAt] = useState(sentAt);
  if (sentAt !== null && sentAt !== lastSentAt) setLastSentAt(sentAt);
  useEffect(() => {
    if (refusal === null) return;
    if (refusal.message !== null) showToast("error", refusal.message);
    document.getElementById(CONTACT_SUMMARY_ID)?.focus();
  }, [refusal]);
  return lastSentAt;
}

import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef, type KeyboardEvent, type RefObject } from "react";
import toast from "react-hot-toast/headless";
import type { ContactAnswer, ContactField } from "server/contact/contact-requests.server";
import { contactFields, contactLimited, contactSentTexts, type Audience } from "~/content/contact";
import { useSite } from "~/features/shell/site";
import { ceilToSecond, formatExactDateTime, formatIso } from "~/lib/format-moment";
import { tryStorage } from "~/lib/storage";
import { BusyRing, Button, buttonStyle, ButtonLink } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { Field, input } from "~/ui/field";
import { FieldLink, ProblemSummary, problemSummary } from "~/ui/problem-summary";
import { SandboxNote } from "~/ui/sandbox-note";

/** What the page knows. */
export interface ContactData {
  /** The audience whose popup is open; null for the page with the cards. */
  audience: Audience | null;
  /** Whether a service for messages is configured; otherwise the page shows the mail address. */
  open: boolean;
  /** Whether messages go to the sandbox's outbox. */
  sandbox: boolean;
  /** A random id of the loaded form. */
  press: string;
  /** The answer to the last message; null before the first message. */
  answer: ContactAnswer | null;
}

/** The form with its status: empty, 'Sending...', then success or the error. */
export function ContactForm({ sandbox, press, answer }: Omit<ContactData, "audience" | "open">) {
  const isSending = useNavigation().formData !== undefined;
  const isSent = answer?.status === 200;
  const form = useRef<HTMLFormElement>(null);
  useAnswer(answer, form);
  useKeptDraft(form, isSent);
  return (
    <Form
      ref={form}
      method="post"
      className={layout}
      onSubmit={(event) => isSending && event.preventDefault()}
    >
      {/* Equal texts with one id are sent once; each answer of the server has another id. */}
      <input type="hidden" name="press" value={answer?.press ?? press} />
      {sandbox && <ContactSandboxNote className="col-span-full" />}
      {answer && <ContactProblems {...answer} />}
      {/* What was typed while a message is being sent would be cleared with it. */}
      <ContactFields answer={answer} readOnly={isSending} />
      <div className={actions}>
        <Button
          type="submit"
          className="max-md:w-full"
          // A disabled button would lose the focus.
          aria-disabled={isSending || undefined}
          aria-busy={isSending || undefined}
        >
          {isSending && <BusyRing />}
          Send
        </Button>
        <BookCall />
        {/* The toast with the same text is inert beside the dialog. */}
        <p className="min-h-[1.55em] basis-full text-15 text-ink-2" role="status" data-status>
          {isSending ? "Sending..." : isSent ? contactSentTexts.status : answer?.message}
        </p>
      </div>
    </Form>
  );
}

/** What stands in place of the form where no service takes messages. */
export function MailboxInstead() {
  const { contactEmail: mailbox } = useSite();
  return (
    <div className={layout}>
      <p className="col-span-full">The form is not available. Your mail to {mailbox} reaches us.</p>
      <div className={actions}>
        <ButtonLink className="max-md:w-full" href={`mailto:${mailbox}`}>
          Write a mail
        </ButtonLink>
        <BookCall />
      </div>
    </div>
  );
}

/** Opens the scheduling page in a new tab. It is a link with the role of a button, so it works without scripts. */
function BookCall() {
  const { scheduling } = useSite().links;
  function pressWithSpace(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.key !== " ") return;
    event.preventDefault();
    event.currentTarget.click();
  }
  return (
    <ExternalLink
      className={buttonStyle({ tone: "line", className: "max-md:w-full" })}
      role="button"
      href={scheduling}
      arrow={false}
      onKeyDown={pressWithSpace}
    >
      Book a Quick Call
    </ExternalLink>
  );
}

/** Below the sign on phones, beside the sign on wide screens. */
const layout =
  "grid content-start grid-cols-1 gap-x-5 gap-y-5.5 px-5.5 py-6.5 md:grid-cols-2 md:px-11 md:pt-19 md:pb-11";

const actions = "col-span-full flex flex-wrap items-center gap-3";

/** `id` of a field, for links to the field. */
const fieldId = (field: ContactField) => `contact-${field}`;

/**
 * The fields with the server's problems, and a field that only bots fill in: `display: none`, because autofill also
 * fills fields that are off screen. The browser's own checks come before sending.
 */
function ContactFields({ answer, readOnly }: { answer: ContactAnswer | null; readOnly: boolean }) {
  return (
    <>
      {contactFields.map(({ label, ...attributes }) => {
        const { name } = attributes;
        const entry = {
          ...attributes,
          required: true,
          readOnly,
          defaultValue: answer?.typed[name] ?? "",
        };
        return (
          <Field
            key={name}
            id={fieldId(name)}
            label={label}
            problem={answer?.problems.find(({ field }) => field === name)?.message}
            className={name.endsWith("_name") ? undefined : "col-span-full"}
          >
            {(control) =>
              name === "message" ? (
                <textarea
                  {...control}
                  {...entry}
                  className={input("min-h-32 w-full resize-y px-4 pt-3.25")}
                />
              ) : (
                <input {...control} {...entry} className={input()} />
              )
            }
          </Field>
        );
      })}
      {/* A browser may have filled it in: every answer has an empty one. */}
      <div key={answer?.press} className="hidden" aria-hidden="true">
        <label htmlFor="contact-detour">Leave this field empty</label>
        <input id="contact-detour" name="detour" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  );
}

/** Why the message was not sent: the limit with its end, or the fields that have to be corrected. */
function ContactProblems({ problems, retryAt }: ContactAnswer) {
  if (problems.length === 0 && retryAt === null) return null;
  const at = retryAt === null ? null : ceilToSecond(retryAt);
  return (
    <ProblemSummary className="col-span-full">
      {at !== null && (
        <p>
          {contactLimited} <time dateTime={formatIso(at)}>{formatExactDateTime(at)}</time>.
        </p>
      )}
      {problems.length > 0 && (
        <ul>
          {problems.map(({ field, message }) => (
            <li key={field}>
              {field ? <FieldLink id={fieldId(field)}>{message}</FieldLink> : message}
            </li>
          ))}
        </ul>
      )}
    </ProblemSummary>
  );
}

/** With scripts: shows a toast with the answer, and clears an accepted form or moves the focus to the problem. */
function useAnswer(answer: ContactAnswer | null, form: RefObject<HTMLFormElement>) {
  const ofDocument = useRef(answer); // where the popup has set the focus
  useEffect(() => {
    if (answer === null) return;
    if (answer.status === 200) {
      toast.success(contactSentTexts.toast);
      return form.current?.reset();
    }
    if (answer.message !== null) toast.error(answer.message);
    if (answer !== ofDocument.current) problemSummary()?.focus();
  }, [answer, form]);
}

const DRAFT = "contact-draft";

/** How long a draft is kept: the next person at a shared machine shall not find it. Milliseconds. */
const KEPT_MS = 15 * 60_000;

/** Keeps what was typed when the page is left, for the next time that this tab shows the form, unless it was sent. */
function useKeptDraft(form: RefObject<HTMLFormElement>, isSent: boolean): void {
  useEffect(() => {
    if (isSent) tryStorage(() => sessionStorage.removeItem(DRAFT));
    const fields = [...(form.current?.querySelectorAll<HTMLInputElement>("[required]") ?? [])];
    const kept = new URLSearchParams(tryStorage(() => sessionStorage.getItem(DRAFT)) ?? "");
    const isFresh = Date.now() - Number(kept.get("at")) < KEPT_MS;
    for (const field of isFresh ? fields : []) field.value ||= kept.get(field.name) ?? "";
    const keep = () => {
      const typed = new URLSearchParams(fields.map(({ name, value }) => [name, value]));
      typed.set("at", String(Date.now()));
      tryStorage(() => sessionStorage.setItem(DRAFT, typed.toString()));
    };
    window.addEventListener("pagehide", keep);
    return () => window.removeEventListener("pagehide", keep);
  }, [form, isSent]);
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

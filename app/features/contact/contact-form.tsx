import { Form, useNavigation } from "@remix-run/react";
import { useEffect, useRef, type RefObject } from "react";
import toast from "react-hot-toast/headless";
import type { ContactAnswer, ContactField } from "server/contact/contact-requests.server";
import {
  contactAskedAgain,
  contactFields,
  contactLimited,
  contactSentTexts,
  type Audience,
} from "~/content/contact";
import { ceilToSecond, formatExactDateTime, formatIso } from "~/lib/format-moment";
import { BusyRing, Button } from "~/ui/button";
import { Field, input } from "~/ui/field";
import { FieldLink, ProblemSummary, problemSummary } from "~/ui/problem-summary";
import { SandboxNote } from "~/ui/sandbox-note";
import { BookCall } from "./book-call";
import { popupUrl } from "./popup-url";
import { useKeptDraft } from "./use-kept-draft";

export interface ContactState {
  /** Whether a service for messages is configured; otherwise the page shows the mail address. */
  open: boolean;
  /** Whether messages go to the sandbox's outbox. */
  sandbox: boolean;
  /** A random id of the page: equal presses of its form count as one. */
  press: string;
}

export interface ContactFormProps {
  audience: Audience;
  state: ContactState;
  /** The answer to the last message; null before the first message. */
  answer: ContactAnswer | null;
}

/** The form with its status: empty, 'Sending...', then success or the error. */
export function ContactForm({ audience, state, answer }: ContactFormProps) {
  const isSending = useNavigation().formData !== undefined;
  const form = useRef<HTMLFormElement>(null);
  useAnswer(answer, form);
  useKeptDraft(form, answer?.status === 200);
  return (
    <Form
      ref={form}
      method="post"
      action={popupUrl(audience)}
      className={popupForm}
      onSubmit={(event) => isSending && event.preventDefault()}
    >
      <input type="hidden" name="press" value={answer?.press ?? state.press} />
      {state.sandbox && <ContactSandboxNote className="col-span-full" />}
      {answer && <ContactProblems {...answer} />}
      {/* What was typed while a message is being sent would be cleared with it. */}
      <ContactFields answer={answer} readOnly={isSending} />
      <div className={popupActions}>
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
        {/* The toast with the same text is inert behind the dialog. */}
        <p className="min-h-[1.55em] basis-full text-15 text-ink-2" role="status" data-status>
          {isSending ? "Sending..." : statusOf(answer)}
        </p>
      </div>
    </Form>
  );
}

/** Layout of the form: below the sign on phones, beside the sign on wide screens. */
export const popupForm =
  "grid content-start grid-cols-1 gap-x-5 gap-y-5.5 px-5.5 py-6.5 md:grid-cols-2 md:px-11 md:pt-19 md:pb-11";

/** Layout of the popup's buttons and of the status below them. */
export const popupActions = "col-span-full flex flex-wrap items-center gap-3";

/** `id` of a field, for links to the field. */
const fieldId = (field: ContactField) => `contact-${field}`;

type ContactFieldsProps = Pick<ContactFormProps, "answer"> & { readOnly: boolean };

/**
 * The fields with the server's problems, and a field that only bots fill in: `display: none`, because autofill also
 * fills fields that are off screen. The browser's own checks come before sending.
 */
function ContactFields({ answer, readOnly }: ContactFieldsProps) {
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
                <textarea {...control} {...entry} className={input("text", "min-h-32")} />
              ) : (
                <input {...control} {...entry} className={input("line")} />
              )
            }
          </Field>
        );
      })}
      <div className="hidden" aria-hidden="true">
        <label htmlFor="contact-detour">Leave this field empty</label>
        <input id="contact-detour" name="detour" type="text" tabIndex={-1} autoComplete="off" />
      </div>
    </>
  );
}

function statusOf(answer: ContactFormProps["answer"]): string | null {
  return answer?.status === 200 ? contactSentTexts.status : (answer?.message ?? null);
}

/** Why the message was not sent: the limit with its end, or the fields that have to be corrected. */
function ContactProblems({ problems, honeypotFilled, retryAt }: ContactAnswer) {
  if (problems.length === 0 && !honeypotFilled && retryAt === null) return null;
  const at = retryAt === null ? null : ceilToSecond(retryAt);
  return (
    <ProblemSummary className="col-span-full">
      {honeypotFilled && <p>{contactAskedAgain}</p>}
      {at !== null && (
        <p>
          {contactLimited} <time dateTime={formatIso(at)}>{formatExactDateTime(at)}</time>.
        </p>
      )}
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

/**
 * With scripts: shows a toast with the answer, clears the fields of an accepted message and the hidden field of a
 * refused one, and moves the focus to the problem.
 */
function useAnswer(answer: ContactFormProps["answer"], form: RefObject<HTMLFormElement>) {
  const loaded = useRef(true);
  useEffect(() => {
    // After loading a document, the visitor may have begun to correct the form before the scripts ran.
    const hasBegun = loaded.current && document.activeElement !== document.body;
    loaded.current = false;
    if (answer === null) return;
    const isSent = answer.status === 200;
    const text = isSent ? contactSentTexts.toast : statusOf(answer);
    if (text !== null) toast[isSent ? "success" : "error"](text);
    const honeypot = form.current?.querySelector<HTMLInputElement>("[name=detour]");
    if (honeypot) honeypot.value = "";
    if (isSent) form.current?.reset();
    else if (!hasBegun) problemSummary()?.focus();
  }, [answer, form]);
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

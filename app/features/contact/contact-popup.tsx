import { Form, useNavigate } from "@remix-run/react";
import { Handshake, Mail, User, X } from "lucide-react";
import { useEffect, useRef, type SyntheticEvent } from "react";
import { audiences, type Audience } from "~/content/contact";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { showToastsIn } from "~/ui/toast-store";
import { BookCall } from "./book-call";
import { ContactForm } from "./contact-form";
import type { ContactRefusal, ContactState } from "./contact-types";
import { CONTACT_SUMMARY_ID } from "./problem-summary";
import "./contact-popup.css";

interface ContactPopupProps {
  audience: Audience;
  state: ContactState;
  refusal: ContactRefusal | null;
}

const HEADING_ID = "get-in-touch";

/**
 * 'Get in touch'. The server writes the dialog open, as the page's only content; scripts make it modal. Escape and
 * Close lead back to the cards.
 */
export function ContactPopup({ audience, state, refusal }: ContactPopupProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const navigate = useNavigate();
  const mailbox = useSite().contactEmail;
  const Pictogram = audience === "individual" ? User : Handshake;

  useEffect(() => {
    const element = dialog.current;
    if (!element) return;
    element.open = false;
    element.showModal();
    const summary = document.getElementById(CONTACT_SUMMARY_ID);
    (summary ?? document.getElementById(HEADING_ID))?.focus();
    const restoreToasts = showToastsIn(element);
    return () => {
      restoreToasts();
      element.close();
    };
  }, []);

  function cancel(event: SyntheticEvent) {
    event.preventDefault();
    navigate(pages.contact.path);
  }

  return (
    <dialog open ref={dialog} className="popup" aria-labelledby={HEADING_ID} onCancel={cancel}>
      <div className="popup-panel">
        <div className="popup-side sign">
          <p className="popup-for">
            <Pictogram className="i" aria-hidden />
            {audiences[audience].label}
          </p>
          <h1 id={HEADING_ID} tabIndex={-1}>
            Get in touch
          </h1>
          <p>Reach out, and Let's Build Smarter Cities Together!</p>
          {mailbox && (
            <a className="popup-mail" href={`mailto:${mailbox}`}>
              <Mail className="i" aria-hidden />
              {mailbox}
            </a>
          )}
        </div>
        {state.open ? (
          <ContactForm audience={audience} state={state} refusal={refusal} />
        ) : (
          <div className="popup-form">
            <p className="full">
              The form rests for now. Your mail to {mailbox} reaches us as well.
            </p>
            <div className="popup-acts full">
              <a className="btn" href={`mailto:${mailbox}`}>
                Write a mail
              </a>
              <BookCall />
            </div>
          </div>
        )}
        <Form method="get" action={pages.contact.path} className="popup-close">
          <button className="icon-btn" aria-label="Close">
            <X className="i" aria-hidden />
          </button>
        </Form>
      </div>
    </dialog>
  );
}

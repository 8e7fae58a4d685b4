import { Mail, X } from "lucide-react";
import { useNavigation } from "@remix-run/react";
import { useRef } from "react";
import { audiences, type Audience } from "~/content/contact";
import { pages } from "~/content/pages";
import { ButtonLink, IconButton } from "~/ui/button";
import { usePersistentDialog } from "~/ui/dialog";
import { problemSummary } from "~/ui/problem-summary";
import { signStyle } from "~/ui/sign";
import { useSite } from "~/features/shell/site";
import { cardId } from "./popup-url";
import { BookCall } from "./book-call";
import { ContactForm, popupActions, popupForm, type ContactFormProps } from "./contact-form";

const HEADING_ID = "get-in-touch";

/** The problem summary, if there is one, or else the popup's heading. */
function firstFocus(): HTMLElement | null {
  return problemSummary() ?? document.getElementById(HEADING_ID);
}

/**
 * The dialog 'Get in touch', which covers the page and scrolls separately. The server renders the dialog open, as the
 * page's only content; scripts make it modal. Escape and Close lead back to the card.
 */
export function ContactPopup({ audience, ...form }: ContactFormProps) {
  const close = useRef<HTMLFormElement>(null);
  // While a message is being sent, closing would lose it if it failed.
  const sending = useNavigation().state !== "idle";
  const dialog = usePersistentDialog(firstFocus, () => {
    if (!sending) close.current?.requestSubmit();
  });
  const mailbox = useSite().contactEmail;

  return (
    <dialog
      open
      ref={dialog}
      className={`${layer} px-3 pt-20.25 pb-8 sm:pt-29 md:px-6 md:pt-28 md:pb-14`}
      aria-labelledby={HEADING_ID}
      data-layer
    >
      <div className={panel}>
        <PopupSign audience={audience} />
        {form.state.open ? (
          <ContactForm audience={audience} {...form} />
        ) : (
          <div className={popupForm}>
            <p className="col-span-full">
              The form is not available. Your mail to {mailbox} reaches us.
            </p>
            <div className={popupActions}>
              <ButtonLink className="max-md:w-full" href={`mailto:${mailbox}`}>
                Write a mail
              </ButtonLink>
              <BookCall />
            </div>
          </div>
        )}
        <form
          ref={close}
          method="get"
          action={`${pages.contact.path}#${cardId(audience)}`}
          onSubmit={(event) => sending && event.preventDefault()}
          className="absolute top-4.5 right-4.5 md:top-3.5 md:right-3.5"
        >
          <IconButton
            type="submit"
            tone="popup"
            aria-label="Close"
            aria-disabled={sending || undefined}
          >
            <X className="icon" />
          </IconButton>
        </form>
      </div>
    </dialog>
  );
}

const layer =
  "fixed inset-0 z-10 m-0 grid h-full max-h-none w-full max-w-none scrollbar-thumb-edge overflow-y-auto bg-transparent text-ink backdrop:bg-transparent";

const panel =
  "relative mx-auto mb-auto grid w-full max-w-270 grid-cols-1 md:mt-auto md:grid-cols-5-7 " +
  "rounded-sign border border-line bg-raised";

/** The audience of the popup, on a sign over the edge of the panel. */
function PopupSign({ audience }: { audience: Audience }) {
  const { contactEmail } = useSite();
  const { label, Pictogram } = audiences[audience];
  return (
    <div className={`${signStyle} ${side}`}>
      <p className="mr-15 mb-9 flex items-center gap-2.5 text-17/snug font-bold md:mr-0 md:mb-auto">
        <Pictogram className="icon" />
        {label}
      </p>
      <h1 id={HEADING_ID} tabIndex={-1} className="text-40 outline-none md:text-56">
        Get in touch
      </h1>
      <p className="mt-4.5 text-17/snug md:text-21/snug">
        Reach out, and Let's Build Smarter Cities Together!
      </p>
      <a
        className="mt-6.5 inline-flex min-h-8 items-center gap-2.5 self-start font-bold wrap-anywhere"
        href={`mailto:${contactEmail}`}
      >
        <Mail className="icon" />
        {contactEmail}
      </a>
    </div>
  );
}

const side =
  "flex flex-col -mx-px -mt-px px-7.5 pt-8 pb-7 max-md:rounded-b-none " +
  "md:mr-0 md:-mb-px md:rounded-r-none md:px-11 md:pt-12 md:pb-10";

import { useNavigation } from "@remix-run/react";
import { Mail, X } from "lucide-react";
import { useRef } from "react";
import { audiences, type Audience } from "~/content/contact";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { IconButton } from "~/ui/button";
import { usePersistentDialog } from "~/ui/dialog";
import { problemSummary } from "~/ui/problem-summary";
import { Road, SectionLabel } from "~/ui/road";
import { signStyle } from "~/ui/sign";
import { ContactForm, ContactSandboxNote, MailboxInstead, type ContactData } from "./contact-form";
import forkRoad from "./fork-road.svg?url";
import longForkRoad from "./long-fork-road.svg?url";

const HEADING_ID = "get-in-touch";

/** A road with two exits: the cards. A page with an open popup has no cards and no footer. */
export function ContactPage({ audience, ...form }: ContactData) {
  if (audience !== null) {
    return (
      <>
        {/* The road of the cards, seen from nearer. */}
        <img
          className="fixed inset-0 size-full object-cover opacity-35"
          src={longForkRoad}
          alt=""
        />
        <ContactPopup audience={audience} {...form} />
      </>
    );
  }
  return (
    <Road phonesOnly>
      <div className="relative page-wrap">
        <header className="flex flex-col items-start pt-10 pb-5 sm:items-center sm:pb-6 sm:text-center">
          <SectionLabel number={pages.contact.sectionNumber} label="Contact" />
          <h1 className="text-[6rem] tracking-tight max-sm:text-[3.25rem]">CONTACT US</h1>
          {form.sandbox && <ContactSandboxNote className="mt-5" />}
        </header>
        {/* A road that forks to the cards below, flat enough for the cards to fit into the first screen. */}
        <img className="w-full max-sm:hidden" src={forkRoad} width={1200} height={112} alt="" />
        <AudienceCards />
      </div>
    </Road>
  );
}

/** The cards of the two audiences, unlit road signs that link to their popups. The pointer or the focus lights them. */
function AudienceCards() {
  return (
    <ul className="grid grid-cols-1 gap-4 pb-section sm:grid-cols-2 sm:gap-6">
      {Object.entries(audiences).map(([audience, { label, who, Pictogram, Exit }]) => (
        <li key={audience} className="@container">
          <a id={cardId(audience)} className={card} href={`?audience=${audience}`}>
            <Pictogram className={`size-10 flex-none sm:size-14 ${litText}`} strokeWidth={1.5} />
            <div className="flex-1 basis-40 deck:pr-14">
              <h2 className="text-subheading group-hover:text-white group-focus-visible:text-white @bar:text-heading">
                {label}
              </h2>
              <p className={`mt-2 text-17/snug ${litText}`}>{who}</p>
            </div>
            <Exit className={`absolute top-8 right-8 size-9 max-deck:hidden ${litText}`} />
          </a>
        </li>
      ))}
    </ul>
  );
}

const card =
  "group relative flex h-full flex-wrap items-center gap-4 px-6 py-6 no-underline scroll-mt-[50vh] " +
  "sm:gap-5 sm:px-7 sm:pt-8 sm:pb-7 xl:px-9 " +
  "rounded-sign bg-raised shadow-exit transition-colors forced-colors:border-2 " +
  "hover:bg-sign hover:shadow-exit-lit focus-visible:bg-sign focus-visible:shadow-exit-lit";

const litText = "text-ink-2 group-hover:text-white group-focus-visible:text-white";

/** `id` of the card that opens a popup; closing the popup leads back to the card. */
const cardId = (audience: string) => `card-${audience}`;

/** The problem summary, if there is one, or else the popup's heading. */
function firstFocus(): HTMLElement | null {
  return problemSummary() ?? document.getElementById(HEADING_ID);
}

/**
 * The dialog 'Get in touch', which covers the page and scrolls separately. The server renders the dialog open, as the
 * page's only content; scripts make it modal. Escape and Close lead back to the card.
 */
function ContactPopup({ audience, open, ...form }: ContactData & { audience: Audience }) {
  const { contactEmail: mailbox } = useSite();
  const { label, Pictogram } = audiences[audience];
  const close = useRef<HTMLFormElement>(null);
  // While a message is being sent, closing would lose it if it failed.
  const sending = useNavigation().state !== "idle";
  const dialog = usePersistentDialog(firstFocus, () => close.current?.requestSubmit());
  return (
    <dialog
      {...dialog}
      className={`${layer} px-3 pt-20.25 pb-8 sm:pt-29 md:px-6 md:pt-28 md:pb-14`}
      aria-labelledby={HEADING_ID}
      data-layer
    >
      <div className={panel}>
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
            href={`mailto:${mailbox}`}
          >
            <Mail className="icon" />
            {mailbox}
          </a>
        </div>
        {open ? <ContactForm {...form} /> : <MailboxInstead />}
        <form
          ref={close}
          method="get"
          action={`${pages.contact.path}#${cardId(audience)}`}
          onSubmit={(event) => sending && event.preventDefault()}
          className="absolute top-4.5 right-4.5 md:top-3.5 md:right-3.5"
        >
          <IconButton
            type="submit"
            className="max-md:border-white max-md:text-white" // on the sign
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

/** A sign over the edge of the panel. */
const side =
  "flex flex-col -mx-px -mt-px px-7.5 pt-8 pb-7 max-md:rounded-b-none " +
  "md:mr-0 md:-mb-px md:rounded-r-none md:px-11 md:pt-12 md:pb-10";

import { audiences, type Audience } from "~/content/contact";
import { pages } from "~/content/pages";
import { Road, SectionLabel } from "~/ui/road";
import { ContactPopup } from "./contact-popup";
import { ContactSandboxNote, type ContactFormProps } from "./contact-form";
import forkRoad from "./fork-road.svg?url";
import longForkRoad from "./long-fork-road.svg?url";
import { cardId, popupUrl } from "./popup-url";

interface ContactPageProps extends Omit<ContactFormProps, "audience"> {
  /** The audience whose popup is open; null for the page with the cards. */
  audience: Audience | null;
}

/** A road with two exits: the cards. A page with an open popup has no cards and no footer. */
export function ContactPage({ audience, ...form }: ContactPageProps) {
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
          <h1 className="tracking-tight">CONTACT US</h1>
          {form.state.sandbox && <ContactSandboxNote className="mt-5" />}
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
          <a id={cardId(audience)} className={card} href={popupUrl(audience)}>
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

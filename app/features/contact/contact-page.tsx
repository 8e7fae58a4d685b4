import type { Audience } from "~/content/contact";
import { pages } from "~/content/pages";
import { Road, SectionLabel } from "~/ui/road";
import { AudienceCards } from "./audience-cards";
import { ContactPopup } from "./contact-popup";
import { ContactSandboxNote, type ContactFormProps } from "./contact-form";
import forkRoad from "./fork-road.svg?url";
import longForkRoad from "./long-fork-road.svg?url";

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

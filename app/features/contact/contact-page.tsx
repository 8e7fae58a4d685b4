import { useEffect, useRef } from "react";
import type { Audience } from "~/content/contact";
import { pages } from "~/content/pages";
import { Road } from "~/ui/lane-line";
import { Milepost } from "~/ui/milepost";
import { cardId } from "./audience";
import { AudienceCards } from "./audience-cards";
import { ContactPopup } from "./contact-popup";
import { ContactSandboxNote } from "./contact-sandbox-note";
import type { ContactRefusal, ContactState } from "./contact-types";

interface ContactPageProps {
  /** Whose popup is open; null for the cards. */
  audience: Audience | null;
  state: ContactState;
  /** Why the message was not sent; null when none was tried. */
  refusal: ContactRefusal | null;
}

/** One road, two exits. An open popup has the page to itself: no cards, no footer. */
export function ContactPage({ audience, state, refusal }: ContactPageProps) {
  useReturnedFocus(audience);
  if (audience !== null) {
    return (
      <>
        <div className="fixed inset-0 opacity-35" aria-hidden="true">
          <ForkRoad className="h-full" />
        </div>
        <ContactPopup key={audience} audience={audience} state={state} refusal={refusal} />
      </>
    );
  }
  return (
    <Road phonesOnly>
      <div className="relative page-wrap">
        <header className="flex flex-col items-start pt-14 pb-5 sm:items-center sm:pt-22 sm:pb-10 sm:text-center">
          <Milepost number={pages.contact.milepost} label="Contact" ramp={false} />
          <h1 className="tracking-tight">CONTACT US</h1>
          {state.sandbox && <ContactSandboxNote className="mt-5" />}
        </header>
        <ForkRoad className="h-75 max-sm:hidden" />
        <AudienceCards />
      </div>
    </Road>
  );
}

/** A popup that closes gives the focus back to the card that opened it. */
function useReturnedFocus(audience: Audience | null): void {
  const before = useRef(audience);
  useEffect(() => {
    if (audience === null && before.current !== null) {
      document.getElementById(cardId(before.current))?.focus();
    }
    before.current = audience;
  }, [audience]);
}

const LEFT = "M600-10V36A116 116 0 0 1 484 152H406A116 116 0 0 0 290 268V320";
const RIGHT = "M600-10V36A116 116 0 0 0 716 152H794A116 116 0 0 1 910 268V320";
const FORK = LEFT + RIGHT;

/** A road that forks: edge lines, asphalt, lane line. Decoration. */
function ForkRoad({ className }: { className: string }) {
  return (
    <svg
      className={`w-full ${className}`}
      viewBox="0 0 1200 300"
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
    >
      <path d={FORK} className="stroke-haze" strokeWidth="100" />
      <path d={FORK} className="stroke-roadway" strokeWidth="95" />
      <path d={FORK} className="stroke-amber" strokeWidth="6" strokeDasharray="34 30" />
    </svg>
  );
}

import { ArrowUpLeft, ArrowUpRight, Handshake, User, type LucideIcon } from "lucide-react";
import { audiences, type Audience } from "~/content/contact";
import { cardId, popupUrl } from "./audience";

/** The cards of the two audiences, each linking to its popup. */
export function AudienceCards() {
  return (
    <ul className="grid grid-cols-1 gap-4 pb-section sm:grid-cols-2 sm:gap-6">
      <li className="@container">
        <AudienceCard audience="individual" Pictogram={User} Exit={ArrowUpLeft} />
      </li>
      <li className="@container">
        <AudienceCard audience="collaboration" Pictogram={Handshake} Exit={ArrowUpRight} />
      </li>
    </ul>
  );
}

interface AudienceCardProps {
  audience: Audience;
  Pictogram: LucideIcon;
  Exit: LucideIcon;
}

/** A card that looks like an unlit road sign. It is lit while it has the pointer or the focus. */
function AudienceCard({ audience, Pictogram, Exit }: AudienceCardProps) {
  const { label, who } = audiences[audience];
  return (
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
  );
}

const card =
  "group relative flex h-full flex-wrap items-center gap-4 px-6 py-6 no-underline scroll-mt-[50vh] " +
  "sm:gap-5 sm:px-7 sm:pt-8 sm:pb-7 xl:px-9 " +
  "rounded-sign bg-raised shadow-exit transition-colors forced-colors:border-2 " +
  "hover:bg-sign hover:shadow-exit-lit focus-visible:bg-sign focus-visible:shadow-exit-lit";

const litText = "text-ink-2 group-hover:text-white group-focus-visible:text-white";

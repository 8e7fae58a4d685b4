import { Link } from "@remix-run/react";
import { ArrowUpLeft, ArrowUpRight, Handshake, User, type LucideIcon } from "lucide-react";
import { audiences, type Audience } from "~/content/contact";
import { cardId, popupUrl } from "./audience";

/** The two exits. */
export function AudienceCards() {
  return (
    <ul className="grid grid-cols-1 gap-4 pb-section sm:grid-cols-2 sm:gap-6">
      <li>
        <AudienceCard audience="individual" Pictogram={User} Exit={ArrowUpLeft} />
      </li>
      <li>
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

/** The unlit twin of a sign; pointing at it or the focus lights it. */
function AudienceCard({ audience, Pictogram, Exit }: AudienceCardProps) {
  const { label, who } = audiences[audience];
  return (
    <Link id={cardId(audience)} className={card} to={popupUrl(audience)}>
      <Pictogram
        className={`mb-auto size-12 flex-none sm:size-16 ${litText}`}
        strokeWidth={1.5}
        aria-hidden
      />
      <Exit className={`absolute ${exit} ${litText}`} aria-hidden />
      <h2 className="mt-7 text-[2.125rem] group-hover:text-white group-focus-visible:text-white sm:mt-12 sm:text-[2.25rem] deck:text-[3rem]">
        {label}
      </h2>
      <p className={`mt-2.5 text-17/[1.35] sm:text-21/[1.35] ${litText}`}>{who}</p>
    </Link>
  );
}

const card = [
  "group relative flex h-full min-h-60 flex-col px-7.5 pt-8 pb-6.5 no-underline",
  "sm:min-h-80 sm:px-9 sm:pt-9.5 sm:pb-8 deck:px-12 deck:pt-11 deck:pb-9.5",
  "rounded-sign bg-raised shadow-sign-off transition-[background] forced-colors:border-2",
  "hover:bg-sign hover:shadow-sign-on focus-visible:bg-sign focus-visible:shadow-sign-on",
].join(" ");

const exit = "top-8.5 right-7.5 size-8.5 sm:top-12 sm:right-11 sm:size-11";
const litText = "text-ink-2 group-hover:text-white group-focus-visible:text-white";

import type { MouseEvent } from "react";
import type { TeamMember } from "~/content/team";
import { useSite } from "~/features/shell/site";
import { BrandIcon } from "~/ui/brand-icon";
import { textButtonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { DrawnDriver } from "./drawn-driver";

interface TeamCardProps {
  member: TeamMember;
  flipped: boolean;
  onTurn: (event: MouseEvent) => void;
}

/**
 * A leader's picture, and behind it what there is to say: the card is as high as that needs. Without scripts both
 * stand below each other.
 */
export function TeamCard({ member, flipped, onTurn }: TeamCardProps) {
  return (
    <div
      className="group relative grid aspect-6/7 w-full grid-cols-1 self-stretch perspective-distant noscript:flex noscript:aspect-auto noscript:flex-col"
      data-flipped={flipped || undefined}
    >
      <Front member={member} />
      <button
        type="button"
        className="absolute inset-0 cursor-pointer noscript:hidden"
        aria-expanded={flipped}
        aria-label={`About ${member.name}`}
        onClick={onTurn}
      />
      <Back member={member} />
    </div>
  );
}

/** Both in one place. */
const sideStyle =
  "relative col-start-1 row-start-1 transition-[transform,visibility] duration-700 backface-hidden " +
  "noscript:transform-none!";

function Front({ member }: { member: TeamMember }) {
  return (
    <div className={`${sideStyle} ${frontStyle}`}>
      {member.placeholder ? <DrawnDriver /> : <Portrait name={member.portrait} />}
    </div>
  );
}

const frontStyle =
  "overflow-hidden bg-asphalt group-data-flipped:-rotate-y-180 md:group-hover:-rotate-y-180 " +
  "noscript:aspect-6/7";

function Portrait({ name }: { name: string }) {
  return (
    <img
      className="absolute inset-0 size-full object-cover"
      src={`/pictures/${name}.webp`}
      width={480}
      height={560}
      alt=""
      loading="lazy"
      decoding="async"
    />
  );
}

/** Its text lets presses through to the button that turns the card; its link does not. */
function Back({ member }: { member: TeamMember }) {
  const { links } = useSite();
  return (
    <div className={`${sideStyle} ${backStyle}`} data-card="back">
      <p className={`${linesStyle} mb-3.5 font-bold text-accent-ink max-sm:mb-2`}>{member.title}</p>
      <p className={linesStyle}>{member.description}</p>
      <ExternalLink
        className={textButtonStyle({
          className: "pointer-events-auto mt-auto leading-body icon:size-5",
        })}
        href={links[member.linkedin]}
        aria-label={`Profile of ${member.name}`}
        arrow={false}
      >
        <BrandIcon name="linkedin" />
        Profile
      </ExternalLink>
    </div>
  );
}

const linesStyle = "leading-normal max-sm:leading-snug";

const backStyle =
  "pointer-events-none invisible flex rotate-y-180 flex-col border border-line bg-raised px-6.5 pt-6.5 " +
  "pb-5.5 max-sm:px-3.5 max-sm:pt-4 max-sm:pb-2.5 max-sm:text-13 group-data-flipped:visible " +
  "group-data-flipped:transform-none md:group-hover:visible md:group-hover:transform-none noscript:visible " +
  "noscript:flex-1";

import { useState } from "react";
import { team } from "~/content/team";
import { BrandMark } from "~/features/shell/brand-mark";
import { useSite } from "~/features/shell/site";
import { ExternalLink } from "~/ui/external-link";
import { RoadSection } from "~/ui/road";
import drawnDriver from "./drawn-driver.svg?url";

/** The four leaders, each with a card that turns by a press, and on wide windows under the pointer. */
export function Team() {
  const { links } = useSite();
  const [flipped, setFlipped] = useState<string>();
  return (
    <RoadSection id="team" exit={{ number: "06.6", label: "Team" }}>
      <h2>Who is driving</h2>
      <div className="@container mt-14">
        <ul className="grid grid-cols-4 gap-6 max-xl:grid-cols-2 max-sm:gap-x-3.5 max-sm:gap-y-7 @max-stack:grid-cols-1">
          {team.map(({ name, title, description, linkedin, portrait }) => (
            <li key={name} className="row-span-3 grid grid-cols-1 grid-rows-subgrid gap-y-0">
              <div className={cardStyle} data-flipped={name === flipped || undefined}>
                {/* A photograph, or a drawing of a driver in the style of a road sign. */}
                <img
                  className={`${sideStyle} ${frontStyle}`}
                  src={portrait ? `/pictures/${portrait}.webp` : drawnDriver}
                  alt=""
                  loading="lazy"
                />
                <button
                  type="button"
                  className="absolute inset-0 cursor-pointer plain:hidden"
                  aria-expanded={name === flipped}
                  aria-label={`About ${name}`}
                  onClick={() => setFlipped(name === flipped ? undefined : name)}
                />
                {/* Lets presses through to the button that turns the card; its link does not. */}
                <div className={`${sideStyle} ${backStyle}`} data-card="back">
                  <p className="mb-3.5 font-bold text-accent-ink max-sm:mb-2">{title}</p>
                  <p>{description}</p>
                  <ExternalLink
                    className="pointer-events-auto mt-auto inline-flex min-h-6 items-center gap-2 leading-body font-bold text-accent-ink underline icon:size-5"
                    href={links[linkedin]}
                    aria-label={`Profile of ${name}`}
                    arrow={false}
                  >
                    <BrandMark brand="linkedin" />
                    Profile
                  </ExternalLink>
                </div>
              </div>
              <h3 className="mt-4.5 text-21 max-sm:text-17">{name}</h3>
              <p className="mt-0.5 text-ink-2 max-sm:text-15/snug">{title}</p>
            </li>
          ))}
        </ul>
      </div>
    </RoadSection>
  );
}

/** A card with a picture in front and a text behind, as high as the text. Without scripts the text is below. */
const cardStyle =
  "group relative grid aspect-6/7 w-full grid-cols-1 self-stretch perspective-[1200px] plain:flex " +
  "plain:aspect-auto plain:flex-col";

const sideStyle =
  "transition-[transform,visibility] duration-700 backface-hidden plain:transform-none!";

const frontStyle =
  "absolute inset-0 size-full bg-asphalt object-cover group-data-flipped:-rotate-y-180 " +
  "md:group-hover:-rotate-y-180 plain:relative plain:aspect-6/7 plain:h-auto";

const backStyle =
  "pointer-events-none invisible relative flex rotate-y-180 flex-col border border-line bg-raised px-6.5 pt-6.5 pb-5.5 " +
  "leading-normal max-sm:px-3.5 max-sm:pt-4 max-sm:pb-2.5 max-sm:text-13 max-sm:leading-snug " +
  "group-data-flipped:visible group-data-flipped:transform-none md:group-hover:visible " +
  "md:group-hover:transform-none plain:visible plain:flex-1";

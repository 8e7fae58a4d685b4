import { films } from "~/content/films";
import { destinations } from "~/content/tech";
import { buttonStyle } from "~/ui/button";
import { useSite } from "~/features/shell/site";
import { ExternalLink } from "~/ui/external-link";
import { Film } from "~/ui/film";
import { lead, RoadSection, sectionHead } from "~/ui/road";
import { MessageSign } from "~/ui/message-sign";
import { signStyle } from "~/ui/sign";

/** The section about the source of the footage and the recipients of the insights. */
export function Tech() {
  const { links } = useSite();
  return (
    <RoadSection id="tech" exit={{ number: "05", label: "Tech" }}>
      <div className={sectionHead}>
        <h2>Real-Time Urban Insights</h2>
        <p className={lead}>
          Footage is crowdsourced with our own technology. Insights are shared with stakeholders,
          from city operations to navigation.
        </p>
      </div>
      <div className="grid grid-cols-1 gap-6 xl:grid-cols-7-5">
        <Film film={films.pointCloud} className="relative h-130 max-sm:h-75" />
        <div className={`${signStyle} flex flex-col px-7.5 pt-8 pb-6 sm:px-10 sm:pt-10 sm:pb-8`}>
          <p className="text-white/85">Insights for</p>
          <ul className="mt-1.5 flex flex-1 flex-col justify-evenly font-large text-24/none font-bold tracking-snug wrap-anywhere sm:text-28/none">
            {destinations.map(({ name, Direction }) => (
              <li key={name} className={destinationStyle}>
                {name}
                <Direction className="size-8.5 flex-none" strokeWidth={3} />
              </li>
            ))}
          </ul>
        </div>
      </div>
      <div className="mt-6 grid grid-cols-1 items-center justify-items-start gap-8 deck:grid-cols-[minmax(0,1fr)_auto]">
        <MessageSign lines={["You Drive.", "We learn!", "You Earn!"]} className={mottoStyle} />
        <ExternalLink className={buttonStyle({ tone: "line" })} href={links.whitepaperCustomers}>
          Learn More <span className="sr-only">about our customers</span>
        </ExternalLink>
      </div>
    </RoadSection>
  );
}

/** The three lines of the sign are side by side; on narrow windows they are below each other. */
const mottoStyle =
  "flex w-full flex-wrap justify-between gap-x-[1.2ch] px-8.5 pt-6.5 pb-7.5 text-32/tight tracking-wide " +
  "xl:text-44 max-deck:flex-col max-deck:px-6 max-deck:pt-5 max-deck:pb-6 max-deck:text-28";

const destinationStyle =
  "flex items-center justify-between gap-4 border-t-2 border-white/35 pt-3 pb-2 sm:pt-4 sm:pb-3";

import { films } from "~/content/films";
import { pages } from "~/content/pages";
import { Film } from "~/ui/film/film";
import { SignTab, signStyle } from "~/ui/sign";
import { HeroActions } from "./hero-actions";

/** As high as its words need. On both boxes: the film is there before the words are. */
const height = "min-h-190 sm:min-h-207";

/** The gantry over the night road, with the headline on its sign. */
export function Hero() {
  return (
    <div className={`relative ${height}`} id="home">
      <Film
        film={films.nightDrive}
        priority
        className="absolute inset-0 sm:focus-x-76"
        buttonAt="right-page-edge bottom-6 max-sm:right-4 max-sm:bottom-3"
        stripAt="bottom-6 left-page-edge max-sm:bottom-3 max-sm:left-4"
      />
      <div
        className="truss pointer-events-none absolute inset-x-0 top-5.5 z-2 h-7.5 sm:top-14 sm:h-10"
        aria-hidden="true"
      />
      <div className={`${gantryStyle} ${height}`}>
        <div className={signStyle({ className: `${headlineStyle} ${signWidth}` })}>
          <Hangers />
          <SignTab>01 HOME</SignTab>
          <div>
            <h1 className="text-[min(3.5rem,14.3vw)]/none tracking-tight sm:text-[clamp(3.5rem,6.67vw,6rem)]">
              {pages.home.title}
            </h1>
            <p className="mt-3 max-w-[24em] text-17/snug font-semibold sm:mt-5 sm:text-24">
              Real-Time Data &amp; Community Insights to Enhance Your Maps
            </p>
          </div>
          <RerouteArrow />
        </div>
        <HeroActions className={signWidth} />
      </div>
    </div>
  );
}

const gantryStyle =
  "relative z-3 mx-auto max-w-312 px-4 pt-21 pb-18 max-sm:flex max-sm:flex-col sm:px-6 " +
  "sm:pt-32 sm:pb-24";

const signWidth = "w-full sm:w-[clamp(35rem,53vw,764px)] sm:max-w-full";

const headlineStyle =
  "grid grid-cols-1 items-center gap-6 px-7 pt-7.5 pb-5.5 sm:grid-cols-1-auto " +
  "sm:px-[clamp(36px,3.6vw,52px)] sm:pt-[clamp(36px,3.5vw,50px)] sm:pb-[clamp(32px,3.2vw,46px)]";

/** From the truss to the sign. */
function Hangers() {
  return (
    <span
      className="absolute inset-x-10 bottom-full -z-1 -mb-1.5 h-12.5 border-x-5 border-steel sm:inset-x-22.5 sm:h-19.5 sm:border-x-7"
      aria-hidden="true"
    />
  );
}

function RerouteArrow() {
  return (
    <svg
      className="h-[clamp(140px,15.3vw,220px)] w-auto max-sm:hidden"
      viewBox="0 0 120 200"
      fill="none"
      aria-hidden="true"
    >
      <path
        d="M32 200V122c0-32 14-48 46-48M32 62V40M32 22V0"
        stroke="currentColor"
        strokeWidth="24"
      />
      <path d="M74 30l44 44-44 44z" fill="currentColor" />
    </svg>
  );
}

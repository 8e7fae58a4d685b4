import { films } from "~/content/films";
import { collaborationLink } from "~/content/navigation";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";
import { ButtonLink, buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { Film } from "~/ui/film";
import { SignTab, signStyle } from "~/ui/sign";
import truss from "./truss.svg?url";

/** Minimum height for the text. Both boxes have it, because the film is displayed before the text. */
const height = "min-h-190 sm:min-h-207";

/** The first view of the home page: a gantry over the road at night, with the headline on its sign. */
export function Hero() {
  return (
    <div className={`relative ${height}`} id="home">
      <Film film={films.nightDrive} priority className="absolute inset-0 sm:[--focus-x:76%]" />
      {/* One bay of the truss is repeated, so that the truss is equally thick at every width. */}
      <div
        className="pointer-events-none absolute inset-x-0 top-5.5 z-2 h-7.5 bg-size-[auto_100%] sm:top-14 sm:h-10"
        style={{ backgroundImage: `url(${truss})` }}
        aria-hidden="true"
      />
      <div
        className={`relative z-3 mx-auto max-w-312 px-4 pt-21 pb-18 max-sm:flex max-sm:flex-col sm:px-6 sm:pt-32 sm:pb-24 ${height}`}
      >
        <div className={`${signStyle} ${headlineStyle}`}>
          {/* Hangers from the truss to the sign. */}
          <span
            className="absolute inset-x-10 bottom-full -z-1 -mb-1.5 h-12.5 border-x-5 border-steel sm:inset-x-22.5 sm:h-19.5 sm:border-x-7"
            aria-hidden="true"
          />
          <SignTab>01 HOME</SignTab>
          <div>
            <h1 className="text-[min(3.5rem,14.3vw)]/none tracking-tight sm:text-[clamp(3.5rem,6.67vw,6rem)]">
              {pages.home.title}
            </h1>
            <p className="mt-3 max-w-[24em] text-17/snug font-semibold sm:mt-5 sm:text-24">
              Real-Time Data &amp; Community Insights to Enhance Your Maps
            </p>
          </div>
          {/* The arrow that leaves the straight road. */}
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
        </div>
        <Actions />
      </div>
    </div>
  );
}

const signWidth = "w-full sm:w-[clamp(35rem,53vw,764px)] sm:max-w-full";

const headlineStyle =
  `grid grid-cols-1 items-center gap-6 px-7 pt-7.5 pb-5.5 sm:grid-cols-[minmax(0,1fr)_auto] ${signWidth} ` +
  "sm:px-[clamp(36px,3.6vw,52px)] sm:pt-[clamp(36px,3.5vw,50px)] sm:pb-[clamp(32px,3.2vw,46px)]";

/**
 * The buttons of the first view: drivers join the community, cities and businesses contact the company. The community
 * button also opens the social account. A browser with a popup blocker opens only one tab per press, so the button's own
 * address opens first, and the social account has a separate link as well.
 */
function Actions() {
  const { links } = useSite();
  const openSocialAccount = () => window.open(links.twitter, "_blank", "noopener");
  return (
    <div className={actionsStyle}>
      <ExternalLink
        className={buttonStyle({ size: "large", className: actionWidth })}
        href={links.community}
        // Deferred until the press has opened the link; otherwise the social account would be the only tab.
        onClick={() => setTimeout(openSocialAccount)}
      >
        Join Community
      </ExternalLink>
      <ButtonLink href={collaborationLink.to} tone="scrim" size="large" className={actionWidth}>
        {collaborationLink.label}
      </ButtonLink>
      <ExternalLink
        className="inline-flex items-center gap-1.5 bg-scrim px-3 py-1.5 text-15/snug text-chalk"
        href={links.twitter}
      >
        Social account on Twitter
      </ExternalLink>
    </div>
  );
}

/** The buttons are below the sign; on phones they are at the bottom of the first view. */
const actionsStyle = `mt-auto flex flex-wrap items-center gap-2 pt-6 sm:mt-3.5 sm:gap-3 sm:pt-0 lg:mt-7 ${signWidth}`;

const actionWidth = "max-sm:flex-auto max-sm:px-1.5 max-sm:text-15 max-2xs:icon:hidden";

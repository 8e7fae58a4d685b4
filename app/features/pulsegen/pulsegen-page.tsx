import type { CSSProperties } from "react";
import { films } from "~/content/films";
import { benefits, mapLabels, steps } from "~/content/pulsegen";
import { useSite } from "~/features/shell/site";
import { buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { figureStyle } from "~/ui/figure-style";
import { Film } from "~/ui/film";
import { FilmHero } from "~/ui/film-hero";
import { lead, Road, RoadSection } from "~/ui/road";
import { SlideControls } from "~/ui/slide-controls";
import { useRotation } from "~/ui/use-rotation";
import hazardMap from "~/ui/hazard-map.svg?url";

/** The page about PulseGen, the model that interprets road data. */
export function PulseGenPage() {
  const { whitepaperPulseGen } = useSite().links;
  return (
    <>
      <FilmHero film={films.hazardMap}>
        <h1 className="max-w-[9ch] text-[6rem] max-sm:text-56">Step into the future</h1>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2.5 max-sm:mt-5 max-sm:flex-col max-sm:items-start">
          <ExternalLink className={buttonStyle()} href={whitepaperPulseGen}>
            Read the whitepaper
          </ExternalLink>
          <span className="inline-flex items-center gap-2.5 bg-scrim px-4 py-3 font-mono text-15/none font-semibold">
            <i className="size-2.25 rounded-full bg-radar" aria-hidden="true" />
            live road conditions
          </span>
        </div>
        <p className={dataPoints}>
          <span className={`${figureStyle} text-title max-sm:text-36`}>25+</span>{" "}
          <span className="text-15/snug text-chalk">real time data points</span>
        </p>
      </FilmHero>
      <Road>
        <RoadSection id="what" exit={{ number: "01", label: "PulseGen" }}>
          <div className="grid items-start gap-6 max-deck:grid-cols-1 deck:grid-cols-5-7">
            <h2>What is PulseGen?</h2>
            <p className={lead}>
              An AI model that interprets road data. It does not stop at what is there. It says why,
              how bad, how often, and what to do.
            </p>
          </div>
          <StepsCarousel />
        </RoadSection>
        <RoadSection id="pipeline" exit={{ number: "02", label: "Pipeline" }}>
          <h2>How it works</h2>
          <HowItWorks />
        </RoadSection>
        <RoadSection id="why" exit={{ number: "03", label: "Why" }}>
          <h2>Why choose PulseGen?</h2>
          <ul className="mt-14 grid gap-6 max-md:grid-cols-1 max-md:gap-9 md:grid-cols-3">
            {benefits.map(({ Icon, title, text }) => (
              <li key={title} className="border-t border-edge pt-6.5">
                <Icon className="size-11 flex-none stroke-icon text-accent" />
                <h3 className="mt-16 mb-2.5 max-md:mt-6">{title}</h3>
                <p className="max-w-measure-30 text-ink-2">{text}</p>
              </li>
            ))}
          </ul>
        </RoadSection>
      </Road>
    </>
  );
}

/** The figure is beside the text on wide screens, below the text on others. */
const dataPoints =
  "flex flex-col gap-2.5 max-deck:order-3 max-deck:mt-7 max-deck:border-t max-deck:border-line max-deck:pt-5 " +
  "deck:absolute deck:right-[max(96px,(100vw-1200px)/2)] deck:bottom-14 deck:w-70 deck:bg-scrim " +
  "deck:px-6 deck:py-5";

/**
 * The three steps of 'What is PulseGen?'. On wide screens they are lit in turn; on phones and without scripts they are a
 * plain list. All three are always readable, so the light is decorative and needs no live region.
 */
function StepsCarousel() {
  const rotation = useRotation({ count: steps.length, everyMs: 5000 });
  return (
    <section aria-label="The three steps of PulseGen" {...rotation.handlers}>
      <div className="mt-16 max-md:hidden">
        <SlideControls what="step" {...rotation.controls} />
      </div>
      <ol className="mt-8 grid [border-image:repeating-linear-gradient(90deg,var(--color-lane-off)_0_36px,transparent_36px_72px)_6] max-md:mt-10 max-md:grid-cols-1 max-md:gap-4 md:grid-cols-3 md:border-t-6">
        {steps.map(({ id, Icon, title, short }, index) => (
          <li key={id} className={step} data-lit={index === rotation.index || undefined}>
            <span className="font-mono text-13 font-semibold" aria-hidden="true">
              {index + 1} / {steps.length}
            </span>
            <Icon className="mt-5.5 mb-auto size-14 flex-none stroke-icon max-deck:size-10 max-md:mt-4.5 max-md:mb-0" />
            <h3 className="mt-11 text-heading max-deck:text-subheading max-md:mt-6">{title}</h3>
            <p className="mt-2.5 max-w-measure-30 max-md:text-ink-2">{short}</p>
          </li>
        ))}
      </ol>
    </section>
  );
}

/** On phones a box in a list; otherwise a sign while it is lit. */
const step =
  "relative flex flex-col transition-colors max-md:border max-md:border-line max-md:px-6.5 max-md:pt-7 " +
  "max-md:pb-6 md:mt-7 md:min-h-79.5 md:rounded-sign md:text-ink-2 md:max-deck:mr-3 md:max-deck:px-5.5 " +
  "md:max-deck:pt-7 md:max-deck:pb-6 deck:mr-7 deck:px-9 deck:pt-9 deck:pb-8 md:data-lit:bg-sign " +
  "md:data-lit:text-white md:data-lit:before:absolute md:data-lit:before:inset-1.75 " +
  "md:data-lit:before:rounded-control md:data-lit:before:border-3 md:data-lit:before:border-white";

/**
 * The three cards of the pipeline. Each stays below the header while the next one slides over it, if the window is high
 * enough for a whole card.
 */
function HowItWorks() {
  return (
    <ol className="mt-14 grid gap-6">
      {steps.map(({ id, title, long, facts }, index) => (
        <li
          key={id}
          className="top-24 grid min-h-100 overflow-hidden border border-line bg-raised max-deck:grid-cols-1 deck:grid-cols-5-7 deck:[@media(min-height:38rem)]:sticky md:[@media(min-height:64rem)]:sticky"
        >
          <div className="flex flex-col px-10 pt-10 pb-8.5 max-md:px-6 max-md:pt-7 max-md:pb-5">
            <p className="font-mono text-13/none font-semibold text-accent-ink" aria-hidden="true">
              {index + 1}
            </p>
            <h3 className="mt-4.5 mb-4 text-52/none max-md:text-36">{title}</h3>
            <p className="max-w-measure-34 text-ink-2">{long}</p>
            <dl className="mt-auto pt-7">
              {facts.map(({ name, value }) => (
                <div
                  key={name}
                  className="flex justify-between gap-5 border-t border-line py-[9.5px] text-15"
                >
                  <dt className="text-ink-2">{name}</dt>
                  <dd className="min-w-0 text-right font-bold break-words hyphens-auto">{value}</dd>
                </div>
              ))}
            </dl>
          </div>
          {pictures[id]}
        </li>
      ))}
    </ol>
  );
}

const frameStyle =
  "group absolute top-[calc(7%+var(--n)*6.5%)] left-[calc(5%+var(--n)*7.5%)] aspect-16/9 w-3/5 " +
  "bg-[url(/pictures/road-scout.webp)] bg-size-[calc(104%+var(--n)*9%)_auto] bg-position-[50%_62%] not-italic " +
  "max-md:top-[calc(6%+var(--n)*9%)] not-last:shadow-[-14px_-10px_0] not-last:ring not-last:shadow-pit/55 " +
  "not-last:ring-steel not-last:brightness-[calc(0.42+var(--n)*0.145)] last:ring-2 last:ring-accent";

const frameNumberStyle =
  "absolute top-0 left-0 bg-pit px-1.75 py-1 font-mono text-label/none font-semibold text-chalk " +
  "group-last:bg-accent group-last:text-asphalt";

/** The pictures of the steps. */
const pictures = {
  capture: (
    <Film
      film={films.nightDrive}
      className="relative h-full min-h-100 w-full max-md:h-70 max-md:min-h-0"
    />
  ),
  // Five frames of the road film. Newer frames are in front of older ones, further right, lower and larger.
  process: (
    <div
      className="relative h-full min-h-100 w-full overflow-hidden border-line bg-pit max-md:aspect-3/2 max-md:h-auto max-md:min-h-0 max-md:border-t md:border-l"
      role="img"
      aria-label="Five frames cut from the film."
    >
      {[0, 1, 2, 3, 4].map((index) => (
        // React's type of `style` has no custom properties.
        <i
          key={index}
          className={frameStyle}
          style={{ "--n": index } as CSSProperties}
          aria-hidden="true"
        >
          <b className={frameNumberStyle}>f {1420 + index * 7}</b>
        </i>
      ))}
    </div>
  ),
  // A street map: the amber route ends at a pothole, and a detour in radar green goes around the pothole.
  analyze: (
    <svg
      className="block size-full min-h-100 fill-chalk font-mono text-label font-semibold max-md:h-auto max-md:min-h-0 max-md:text-[20px]"
      viewBox="0 0 560 400"
      preserveAspectRatio="xMidYMid slice"
      role="img"
      aria-label="Street map. A pothole on the amber route, the detour in radar green."
    >
      <image href={hazardMap} width={560} height={400} />
      {/* Not in the picture, which cannot use the page's font. */}
      {mapLabels.map(({ text, ...place }) => (
        <text key={text} {...place}>
          {text}
        </text>
      ))}
    </svg>
  ),
};

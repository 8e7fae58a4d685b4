import { BellRing, RefreshCw, Zap, type LucideIcon } from "lucide-react";
import { films } from "~/content/films";
import { benefits, type BenefitIcon } from "~/content/pulsegen";
import { buttonStyle } from "~/ui/button";
import { useSite } from "~/features/shell/site";
import { ExternalLink } from "~/ui/external-link";
import { figureStyle } from "~/ui/figure-style";
import { Film } from "~/ui/film/film";
import { FilmHero } from "~/ui/film-hero";
import { IconItem } from "~/ui/icon-item";
import { Road } from "~/ui/road";
import { Lead, RoadSection } from "~/ui/road-section";
import { SectionLabel } from "~/ui/section-label";
import { CutFrames } from "./cut-frames";
import { HazardMap } from "./hazard-map";
import { HowItWorks } from "./how-it-works";
import { StepsCarousel } from "./steps-carousel";

/** The page of the model that reads road data. */
export function PulseGenPage() {
  const { whitepaperPulseGen } = useSite().links;
  return (
    <>
      <FilmHero film={films.hazardMap}>
        <h1 className="max-w-[9ch] max-sm:text-56">Step into the future</h1>
        <div className="mt-8 flex flex-wrap items-center gap-x-6 gap-y-2.5 max-sm:mt-5 max-sm:flex-col max-sm:items-start">
          <ExternalLink className={buttonStyle()} href={whitepaperPulseGen}>
            Read the whitepaper
          </ExternalLink>
          <span className="inline-flex items-center gap-2.5 bg-scrim px-4 pt-3.5 pb-2.75 font-mono text-15/none font-semibold">
            <i className="-mt-0.5 size-2.25 rounded-full bg-radar" aria-hidden="true" />
            live road conditions
          </span>
        </div>
        <p className={dataPoints}>
          <span className={`${figureStyle} text-title max-sm:text-36`}>25+</span>{" "}
          <span className="text-15/snug text-chalk">real time data points</span>
        </p>
      </FilmHero>
      <Road>
        <PulseGenSections />
      </Road>
    </>
  );
}

/** What is below the first screen. */
function PulseGenSections() {
  return (
    <>
      <RoadSection id="what">
        <div className="page-wrap">
          <SectionLabel number="01" label="PulseGen" />
          <div className="grid items-start gap-6 max-deck:grid-cols-1 deck:grid-cols-5-7">
            <h2>What is PulseGen?</h2>
            <Lead>
              An AI model that interprets road data. It does not stop at what is there. It says why,
              how bad, how often, and what to do.
            </Lead>
          </div>
          <StepsCarousel />
        </div>
      </RoadSection>
      <RoadSection id="pipeline">
        <div className="page-wrap">
          <SectionLabel number="02" label="Pipeline" />
          <h2>How it works</h2>
          <HowItWorks
            pictures={{
              capture: (
                <Film
                  film={films.nightDrive}
                  className="relative h-full min-h-100 w-full max-md:h-70 max-md:min-h-0"
                />
              ),
              process: <CutFrames />,
              analyze: <HazardMap />,
            }}
          />
        </div>
      </RoadSection>
      <RoadSection id="why">
        <div className="page-wrap">
          <SectionLabel number="03" label="Why" />
          <h2>Why choose PulseGen?</h2>
          <WhyPulseGen />
        </div>
      </RoadSection>
    </>
  );
}

/** Beside the words on wide screens, below them on others. */
const dataPoints =
  "flex flex-col gap-2.5 max-deck:order-3 max-deck:mt-7 max-deck:border-t max-deck:border-line max-deck:pt-5 " +
  "deck:absolute deck:right-[max(96px,(100vw-var(--page))/2)] deck:bottom-14 deck:w-70 deck:bg-scrim " +
  "deck:px-6 deck:pt-5.5 deck:pb-4.5";

const icons: Record<BenefitIcon, LucideIcon> = { alert: BellRing, bolt: Zap, loop: RefreshCw };

/** Three features. */
function WhyPulseGen() {
  return (
    <ul className="mt-14 grid gap-6 max-md:grid-cols-1 max-md:gap-9 md:grid-cols-3">
      {benefits.map(({ icon, ...benefit }) => (
        <IconItem key={benefit.title} Icon={icons[icon]} look="ruled" {...benefit} />
      ))}
    </ul>
  );
}

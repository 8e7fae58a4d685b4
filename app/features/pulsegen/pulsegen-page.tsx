import { films } from "~/content/films";
import { useSite } from "~/features/shell/site";
import { ExternalLink } from "~/ui/external-link";
import { Film } from "~/ui/film/film";
import { FilmHero } from "~/ui/film-hero";
import { Road } from "~/ui/lane-line";
import { Milepost } from "~/ui/milepost";
import { RoadSection } from "~/ui/road-section";
import { HazardMap } from "./hazard-map";
import { CutFrames, HowItWorks } from "./how-it-works";
import { StepsCarousel } from "./steps-carousel";
import { WhyPulseGen } from "./why-pulsegen";
import "./pulsegen.css";

/** The page of the model that reads road data (PulseGen page). */
export function PulseGenPage() {
  const { whitepaperPulseGen } = useSite().links;
  return (
    <>
      <FilmHero film={films.hazardMap}>
        <h1 className="pulsegen-title">Step into the future</h1>
        <div className="pulsegen-acts">
          <ExternalLink className="btn" href={whitepaperPulseGen}>
            Read the whitepaper
          </ExternalLink>
          <span className="pulsegen-live">
            <i aria-hidden="true" />
            live road conditions
          </span>
        </div>
        <p className="pulsegen-points figure">
          <span className="v">25+</span> <span className="k">real time data points</span>
        </p>
      </FilmHero>
      <Road>
        <RoadSection id="what">
          <div className="wrap">
            <Milepost number="01" label="PulseGen" />
            <div className="pulsegen-intro">
              <h2>What is PulseGen?</h2>
              <p className="lead">
                An AI model that interprets road data. It does not stop at what is there. It says
                why, how bad, how often, and what to do.
              </p>
            </div>
            <StepsCarousel />
          </div>
        </RoadSection>
        <RoadSection id="pipeline">
          <div className="wrap">
            <Milepost number="02" label="Pipeline" />
            <h2>How it works</h2>
            <HowItWorks
              pictures={{
                capture: <Film film={films.nightDrive} />,
                process: <CutFrames />,
                analyze: <HazardMap />,
              }}
            />
          </div>
        </RoadSection>
        <RoadSection id="why">
          <div className="wrap">
            <Milepost number="03" label="Why" />
            <h2>Why choose PulseGen?</h2>
            <WhyPulseGen />
          </div>
        </RoadSection>
      </Road>
    </>
  );
}

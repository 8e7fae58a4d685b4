import { useRef } from "react";
import { roadmap } from "~/content/roadmap";
import { SlideCount } from "~/ui/carousel/carousel-controls";
import { useCarousel } from "~/ui/carousel/use-carousel";
import { SectionLabel } from "~/ui/section-label";
import { PauseButton } from "~/ui/pause-button";
import { RoadSection, SectionHead } from "~/ui/road-section";
import { useHoverOrFocus } from "~/ui/use-hover-or-focus";
import { useInView } from "~/ui/use-in-view";
import { useInterval } from "~/ui/use-timers";
import { usePause } from "~/lib/pause-motion";
import { RoadmapPhase } from "./roadmap-phase";

/** One phase a second. */
const ADVANCE_MS = 1000;

/**
 * The phases as stops along a road that drives on by itself. A second is too short to read one, so it stands from
 * the first press or focus on, until its button sets it going again.
 */
export function Roadmap() {
  const frame = useRef<HTMLDivElement>(null);
  const visible = useInView(frame, { threshold: 0.1 });
  const [paused, togglePause, pause] = usePause();
  const { attended, handlers } = useHoverOrFocus();
  const carousel = useCarousel(frame, roadmap.length);
  const driving = visible && !paused && !attended;
  useInterval(driving && carousel.started, ADVANCE_MS, () => carousel.move(1));
  return (
    <RoadSection id="roadmap">
      <div className="page-wrap">
        <SectionLabel number="06" label="Roadmap" />
        <SectionHead spaced={false}>
          <h2>The road ahead</h2>
          <PauseButton what="roadmap" paused={paused} onToggle={togglePause} />
        </SectionHead>
      </div>
      <div
        role="group"
        aria-roledescription="carousel"
        aria-label="Roadmap"
        {...handlers}
        onPointerDownCapture={pause}
        onFocusCapture={pause}
        {...carousel.handlers}
      >
        <div className="relative z-3 mt-16 bg-ground">
          <div className={roadway} aria-hidden="true">
            <div className="road-dashes-lit absolute inset-x-0 top-11.5 h-1.75" />
          </div>
          {/* Whoever has no pointer scrolls it with the arrow keys; once it travels, it keeps a focus that it has. */}
          <div
            className="swiper pt-5 sm:slides-2 lg:slides-3"
            ref={frame}
            tabIndex={carousel.started ? -1 : 0}
          >
            <ol className="swiper-wrapper">
              {/* Copies close the ring. */}
              {(carousel.near ? [false, true] : [false]).map((copy) =>
                roadmap.map((phase, position) => (
                  <RoadmapPhase
                    key={`${phase.quarter} ${copy}`}
                    phase={phase}
                    number={position + 1}
                    slide={carousel.slide(position, `Phase ${position + 1}`)}
                    copy={copy}
                  />
                )),
              )}
            </ol>
          </div>
        </div>
        <div
          className="mt-10 flex items-center justify-center noscript:hidden"
          role="group"
          aria-label="Roadmap phases"
        >
          {roadmap.map((phase, position) => (
            <PhaseDot
              key={phase.quarter}
              number={position + 1}
              current={position === carousel.index}
              onPress={() => carousel.goTo(position)}
            />
          ))}
          <SlideCount
            className="sr-only"
            index={carousel.index}
            count={roadmap.length}
            moving={driving}
          />
        </div>
      </div>
    </RoadSection>
  );
}

/** The road that the phases stand along. */
const roadway = "absolute inset-x-0 top-43 h-26 border-y-2 border-haze bg-asphalt";

interface PhaseDotProps {
  number: number;
  current: boolean;
  onPress: () => void;
}

function PhaseDot({ number, current, onPress }: PhaseDotProps) {
  return (
    <button
      type="button"
      className="grid h-8 w-10 cursor-pointer place-items-center"
      aria-label={`Phase ${number}`}
      aria-current={current || undefined}
      onClick={onPress}
    >
      <span
        className={
          current
            ? "h-1.25 w-8.5 bg-accent forced-colors:h-2.75 forced-colors:bg-highlight"
            : "h-1.25 w-6 bg-edge forced-colors:bg-button-text"
        }
      />
    </button>
  );
}

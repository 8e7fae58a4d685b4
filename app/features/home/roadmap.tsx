import { useRef } from "react";
import { roadmap } from "~/content/roadmap";
import { useCarousel, type SlideName } from "~/ui/carousel/use-carousel";
import { PauseButton } from "~/ui/pause-button";
import { RoadSection, SectionHead } from "~/ui/road";
import { useHoverOrFocus } from "~/ui/use-hover-or-focus";
import { useInView } from "~/ui/use-in-view";
import { useInterval } from "~/ui/use-timers";
import { usePause } from "~/lib/pause-motion";

const ADVANCE_MS = 1000;

/**
 * The phases as stops along a road, which advances automatically. A second is too short to read a phase, so the first
 * press or focus pauses the road until its button plays it again.
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
    <RoadSection
      id="roadmap"
      exit={{ number: "06", label: "Roadmap" }}
      wide={
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
              <div className="absolute inset-x-0 top-11.5 h-1.75 bg-[repeating-linear-gradient(90deg,var(--accent)_0_60px,transparent_60px_160px)]" />
            </div>
            {/* A tab stop until swiper starts, so that keys scroll the list; then -1, so that it keeps the focus it has. */}
            <div
              className="swiper pt-5 sm:[--slides:2] lg:[--slides:3]"
              ref={frame}
              tabIndex={carousel.started ? -1 : 0}
            >
              <ol className="swiper-wrapper flex">
                {/* Copies make the loop endless. */}
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
              <button
                key={phase.quarter}
                type="button"
                className="group grid h-8 w-10 cursor-pointer place-items-center"
                aria-label={`Phase ${position + 1}`}
                aria-current={position === carousel.index || undefined}
                onClick={() => carousel.goTo(position)}
              >
                <span className={dotStyle} />
              </button>
            ))}
            <span className="sr-only" aria-live={driving ? "off" : "polite"}>
              {carousel.index + 1} / {roadmap.length}
            </span>
          </div>
        </div>
      }
    >
      <SectionHead>
        <h2>The road ahead</h2>
        <PauseButton what="roadmap" paused={paused} onToggle={togglePause} />
      </SectionHead>
    </RoadSection>
  );
}

const roadway = "absolute inset-x-0 top-43 h-26 border-y-2 border-haze bg-asphalt";

const dotStyle =
  "h-1.25 w-6 bg-edge group-aria-[current]:w-8.5 group-aria-[current]:bg-accent forced-colors:bg-button-text " +
  "forced-colors:group-aria-[current]:h-2.75 forced-colors:group-aria-[current]:bg-highlight";

interface RoadmapPhaseProps {
  phase: (typeof roadmap)[number];
  /** Number of the phase, from 1. */
  number: number;
  slide: SlideName;
  /**
   * Whether this is a copy that makes the road endless. A copy in the window is read instead of the original. The style
   * sheet does not display copies in a list that scrolls.
   */
  copy: boolean;
}

/** One phase with its sign beside the road. The sign is lit while the phase is in the centre. */
function RoadmapPhase({ phase, number, slide, copy }: RoadmapPhaseProps) {
  const [part, year] = phase.quarter.split(" ");
  return (
    <li className={`swiper-slide ${stopStyle}`} data-copy={copy || undefined}>
      <div {...slide}>
        {/* The start line before phase 1. */}
        {number === 1 && (
          <div className="absolute top-38.5 left-0 h-25 w-3.5 bg-chalk" aria-hidden="true" />
        )}
        <div className={postStyle} aria-hidden="true">
          <span>{part}</span>
          <small className="mt-2 text-17/none font-bold">{year}</small>
          <div className="absolute top-full left-9.5 h-7.25 w-1.75 bg-linear-90/srgb from-pole to-case-rim" />
        </div>
        <h3 className="mt-44.5 text-heading">Phase {number}</h3>
        <p className="mt-1.5 mb-4.5 font-mono text-15/body font-semibold text-accent-ink">
          {phase.quarter}
        </p>
        <ul>
          {phase.points.map((point) => (
            <li key={point} className="border-t border-line py-2 leading-snug">
              {point}
            </li>
          ))}
        </ul>
      </div>
    </li>
  );
}

const stopStyle =
  "relative pr-5 pl-5 lg:pl-[max(20px,3vw)] in-[.swiper-initialized]:text-ink-2 in-centre:text-ink";

const postStyle =
  "relative flex h-31 w-21 flex-col items-center justify-center rounded-md border border-line bg-raised " +
  "font-large text-32/none font-extrabold text-ink-2 shadow-post in-centre:border-sign in-centre:bg-sign " +
  "in-centre:text-white in-centre:shadow-post-lit forced-colors:in-centre:border-6 " +
  "forced-colors:in-centre:border-highlight";

import { useRef } from "react";
import { roadmap, type RoadmapPhase } from "~/content/roadmap";
import { useCarousel } from "~/ui/carousel/use-carousel";
import { Milepost } from "~/ui/milepost";
import { PauseButton } from "~/ui/pause-button";
import { RoadSection } from "~/ui/road-section";
import { useAttention } from "~/ui/use-attention";
import { useInterval } from "~/ui/use-interval";
import { useInView } from "~/ui/use-in-view";
import { usePause } from "~/ui/use-pause";
import "~/ui/carousel/carousel.css";
import "./roadmap.css";

/** One phase a second. */
const ADVANCE_MS = 1000;

/** The phases as stops along a road that drives on by itself. */
export function Roadmap() {
  const frame = useRef<HTMLDivElement>(null);
  const carousel = useCarousel(frame, roadmap.length);
  const visible = useInView(frame, { threshold: 0.1 });
  const [paused, togglePause] = usePause();
  const { attended, handlers } = useAttention();
  const driving = visible && !paused && !attended;
  useInterval(driving, ADVANCE_MS, () => carousel.move(1));
  return (
    <RoadSection id="roadmap">
      <div className="wrap">
        <Milepost number="06" label="Roadmap" />
        <div className="section-head roadmap-head">
          <h2>The road ahead</h2>
          <PauseButton what="roadmap" paused={paused} onToggle={togglePause} />
        </div>
      </div>
      <div role="group" aria-roledescription="carousel" aria-label="Roadmap" {...handlers}>
        <div className="road-strip carousel" ref={frame} aria-live={driving ? "off" : "polite"}>
          <div className="strip" aria-hidden="true" />
          {/* Whoever has no pointer scrolls it with the arrow keys. */}
          <ol className="carousel-track" tabIndex={carousel.started ? undefined : 0}>
            {roadmap.map((phase, position) => (
              <Stop key={phase.quarter} phase={phase} number={position + 1} />
            ))}
            {carousel.near &&
              roadmap.map((phase, position) => (
                <Stop key={`copy-${phase.quarter}`} phase={phase} number={position + 1} copy />
              ))}
          </ol>
        </div>
        <div className="dots scripted" role="group" aria-label="Roadmap phases">
          {roadmap.map((phase, position) => (
            <button
              key={phase.quarter}
              type="button"
              aria-label={`Phase ${position + 1}`}
              aria-current={position === carousel.index || undefined}
              onClick={() => carousel.goTo(position)}
            />
          ))}
        </div>
      </div>
    </RoadSection>
  );
}

interface StopProps {
  phase: RoadmapPhase;
  /** From 1. */
  number: number;
  /** Only closes the ring of the endless road: seen, but not read out. */
  copy?: boolean;
}

function Stop({ phase, number, copy = false }: StopProps) {
  const [quarter, year] = phase.quarter.split(" ");
  return (
    <li
      className={number === 1 ? "carousel-slide stop first" : "carousel-slide stop"}
      data-copy={copy || undefined}
      aria-hidden={copy || undefined}
    >
      <div className="post" aria-hidden="true">
        <span>{quarter}</span>
        <small>{year}</small>
      </div>
      <h3>Phase {number}</h3>
      <p className="quarter">{phase.quarter}</p>
      <ul>
        {phase.points.map((point) => (
          <li key={point}>{point}</li>
        ))}
      </ul>
    </li>
  );
}

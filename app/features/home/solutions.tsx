import { lazy, Suspense, useRef, useState } from "react";
import { solutions } from "~/content/solutions";
import { useSite } from "~/features/shell/site";
import { useMotionPaused } from "~/lib/pause-motion";
import { CarouselControls } from "~/ui/carousel/carousel-controls";
import { ExternalLink } from "~/ui/external-link";
import { Milepost } from "~/ui/milepost";
import { PauseButton } from "~/ui/pause-button";
import { RoadSection } from "~/ui/road-section";
import { useAttention } from "~/ui/use-attention";
import { useDelayed } from "~/ui/use-delayed";
import { useInterval } from "~/ui/use-interval";
import { useInView, useSeen } from "~/ui/use-in-view";
import { usePause } from "~/ui/use-pause";
import { SolutionCard } from "./solution-card";
import { SolutionsRow } from "./solutions-row";
import "./solutions.css";

/** The deck starts half a second after it is seen, and moves on every seven. */
const START_MS = 500;
const ADVANCE_MS = 7000;

/** The deck brings the motion library along, so it comes late; the row is complete without it. */
const SolutionsDeck = lazy(() =>
  import("./solutions-deck").then(
    (module) => ({ default: module.SolutionsDeck }),
    () => ({ default: SolutionsRow }),
  ),
);

/** Four exits: a row that scrolls, and with scripts a deck that turns by itself. */
export function Solutions() {
  const { links } = useSite();
  const frame = useRef<HTMLDivElement>(null);
  const near = useSeen(frame, { margin: "400px" });
  const visible = useInView(frame, { threshold: 0.1 });
  const started = useDelayed(visible, START_MS);
  const [paused, togglePause] = usePause();
  const { attended, handlers } = useAttention();
  const still = useMotionPaused();

  const [index, setIndex] = useState(0);
  const move = (step: number) =>
    setIndex((current) => (current + step + solutions.length) % solutions.length);
  const turning = started && visible && !paused && !attended;
  useInterval(turning, ADVANCE_MS, () => move(1));

  const cards = solutions.map((solution, position) => (
    <SolutionCard
      key={solution.title}
      solution={solution}
      exit={position + 1}
      href={links[solution.link]}
    />
  ));
  return (
    <RoadSection id="solutions">
      <div className="wrap">
        <Milepost number="03" label="Solutions" />
        <div className="section-head split solutions-head">
          <h2>Reinventing Urban Intelligence</h2>
          <div>
            <p className="lead">
              We merge big data, AI, and mobility to build cities that Move Faster, Smarter and
              Better.
            </p>
            <ExternalLink className="btn line" href={links.whitepaper}>
              Check out our Whitepaper
            </ExternalLink>
          </div>
        </div>
        <div role="group" aria-roledescription="carousel" aria-label="Solutions" {...handlers}>
          <div className="deck-frame" ref={frame} aria-live={turning ? "off" : "polite"}>
            {near ? (
              <Suspense fallback={<SolutionsRow cards={cards} />}>
                <SolutionsDeck cards={cards} index={index} started={started} still={still} />
              </Suspense>
            ) : (
              <SolutionsRow cards={cards} />
            )}
          </div>
          <div className="deck-controls">
            <CarouselControls what="solution" index={index} count={solutions.length} onMove={move}>
              <PauseButton
                what="solutions"
                paused={paused}
                onToggle={togglePause}
                className="bare"
              />
            </CarouselControls>
          </div>
        </div>
      </div>
    </RoadSection>
  );
}

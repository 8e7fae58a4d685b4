import { useRef } from "react";
import { solutions } from "~/content/solutions";
import { useSite } from "~/features/shell/site";
import { useMotionPaused } from "~/lib/pause-motion";
import { buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { Lead, RoadSection, SectionHead } from "~/ui/road-section";
import { SectionLabel } from "~/ui/section-label";
import { RotationControls, useRotation } from "~/ui/rotation";
import { useDelayed } from "~/ui/use-timers";
import { useInView, useSeen } from "~/ui/use-in-view";
import { LazySolutionsDeck } from "./lazy-solutions-deck";

/** The deck starts half a second after it is seen, and moves on every seven. */
const START_MS = 500;
const ADVANCE_MS = 7000;

/** Four exits: a row that scrolls, and with scripts a deck that turns by itself. */
export function Solutions() {
  const { links } = useSite();
  const frame = useRef<HTMLDivElement>(null);
  const near = useSeen(frame, { margin: "400px" });
  const visible = useInView(frame, { threshold: 0.1 });
  const started = useDelayed(visible, START_MS);
  const rotation = useRotation({
    count: solutions.length,
    everyMs: ADVANCE_MS,
    running: started && visible,
  });
  const still = useMotionPaused();

  return (
    <RoadSection id="solutions">
      <div className="page-wrap">
        <SectionLabel number="03" label="Solutions" />
        <SectionHead beside="text">
          <h2>Reinventing Urban Intelligence</h2>
          <div>
            <Lead>
              We merge big data, AI, and mobility to build cities that Move Faster, Smarter and
              Better.
            </Lead>
            <ExternalLink
              className={buttonStyle({ tone: "line", className: "mt-6" })}
              href={links.whitepaper}
            >
              Check out our Whitepaper
            </ExternalLink>
          </div>
        </SectionHead>
        <div
          role="group"
          aria-roledescription="carousel"
          aria-label="Solutions"
          {...rotation.handlers}
        >
          <div className={frameStyle} ref={frame} data-carousel="deck">
            <LazySolutionsDeck near={near} index={rotation.index} started={started} still={still} />
          </div>
          <div className="mt-4 flex justify-center">
            <RotationControls what="solution" rotation={rotation} />
          </div>
        </div>
      </div>
    </RoadSection>
  );
}

/** From edge to edge where the window is narrow. */
const frameStyle = [
  "mt-2 overflow-hidden pt-11 max-lane:-mr-6 max-lane:-ml-12",
  "max-sm:mt-0 max-sm:-mr-4 max-sm:-ml-7",
].join(" ");

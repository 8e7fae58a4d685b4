import { lazy, Suspense, useEffect, useRef, useState, type RefObject } from "react";
import { solutions } from "~/content/solutions";
import { useSite } from "~/features/shell/site";
import { buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { Lead, RoadSection, SectionHead } from "~/ui/road";
import { SlideControls } from "~/ui/slide-controls";
import { useRotation } from "~/ui/use-rotation";
import { useDelayed } from "~/ui/use-timers";
import { SolutionCard } from "./solution-card";
import { useInView } from "~/ui/use-in-view";

/** The deck starts half a second after it is seen, and advances every seven seconds. */
const START_MS = 500;
const ADVANCE_MS = 7000;

/** Four solutions: a row that scrolls, and with scripts a deck that rotates automatically. */
export function Solutions() {
  const { links } = useSite();
  const frame = useRef<HTMLDivElement>(null);
  const showsDeck = useShowsDeck(useInView(frame, { once: true, margin: "400px" }), frame);
  const visible = useInView(frame, { amount: 0.1 });
  const started = useDelayed(visible, START_MS);
  const rotation = useRotation({
    count: solutions.length,
    everyMs: ADVANCE_MS,
    running: started && visible,
  });
  return (
    <RoadSection id="solutions" exit={{ number: "03", label: "Solutions" }}>
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
          {showsDeck ? (
            <Suspense fallback={<SolutionsRow />}>
              <SolutionsDeck index={rotation.index} started={started} />
            </Suspense>
          ) : (
            <SolutionsRow />
          )}
        </div>
        <div className="mt-4 flex justify-center">
          <SlideControls what="solution" {...rotation.controls} />
        </div>
      </div>
    </RoadSection>
  );
}

/** The deck is loaded late, because it includes the motion library; the row is complete without it. */
const loadDeck = () => import("./solutions-deck");

const SolutionsDeck = lazy(loadDeck);

/**
 * Whether the deck has replaced the row: after it is loaded, but not while the focus is in the row, because the focused
 * card would be removed.
 */
function useShowsDeck(near: boolean, row: RefObject<Element>): boolean {
  const [showsDeck, setShowsDeck] = useState(false);
  useEffect(() => {
    if (!near) return;
    const show = () => {
      if (!row.current?.contains(document.activeElement)) setShowsDeck(true);
    };
    loadDeck().then(show, () => undefined); // without the deck the row stays
  }, [near, row]);
  return showsDeck;
}

/** The solutions as a row that scrolls, which the server renders and which works without scripts. */
function SolutionsRow() {
  return (
    <ul className={rowStyle}>
      {solutions.map((solution, position) => (
        <li key={solution.title} className="w-106 flex-none snap-start max-sm:w-77.5">
          <SolutionCard solution={solution} exit={position + 1} place="row" />
        </li>
      ))}
    </ul>
  );
}

/** On narrow windows the frame is as wide as the window. */
const frameStyle =
  "mt-2 overflow-hidden pt-11 max-lane:-mr-6 max-lane:-ml-12 max-sm:mt-0 max-sm:-mr-4 max-sm:-ml-7";

const rowStyle =
  "relative flex h-[32.5rem] snap-x snap-proximity gap-6 overflow-x-auto pt-7.5 max-sm:h-[25rem] max-sm:gap-4 " +
  "max-lane:pr-6 max-lane:pl-12 max-sm:pt-0 max-sm:pr-4 max-sm:pl-7 print:grid print:h-auto";

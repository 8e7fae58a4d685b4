import type { RoadmapPhase as Phase } from "~/content/roadmap";
import type { SlideName } from "~/ui/carousel/use-carousel";

interface RoadmapPhaseProps {
  phase: Phase;
  /** From 1. */
  number: number;
  slide: SlideName;
  /**
   * Closes the ring of the endless road, and is read out where it stands in the window instead of the first one. The
   * style sheet leaves it out of a list that scrolls.
   */
  copy?: boolean;
}

/** One stop of the road ahead; lit while it is in the centre. */
export function RoadmapPhase({ phase, number, slide, copy = false }: RoadmapPhaseProps) {
  return (
    <li className={`swiper-slide ${stopStyle}`} data-copy={copy || undefined}>
      <div {...slide}>
        {number === 1 && <StartLine />}
        <Post quarter={phase.quarter} />
        <h3 className="mt-44.5 text-heading">Phase {number}</h3>
        <p className="mt-1.5 mb-4.5 font-mono text-15/body font-semibold text-accent-ink">
          {phase.quarter}
        </p>
        <ul>
          {phase.points.map((point) => (
            <li key={point} className="border-t border-line pt-2.25 pb-1.75 leading-snug">
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

/** It lies before phase 1. */
function StartLine() {
  return <div className="absolute top-38.5 left-0 h-25 w-3.5 bg-chalk" aria-hidden="true" />;
}

/** The sign beside the road. */
function Post({ quarter }: { quarter: string }) {
  const [part, year] = quarter.split(" ");
  return (
    <div className={postStyle} aria-hidden="true">
      <span>{part}</span>
      <small className="mt-2 text-17/none font-bold">{year}</small>
      <div className="road-post-pole absolute top-full left-9.5 h-7.25 w-1.75" />
    </div>
  );
}

const postStyle =
  "relative flex h-31 w-21 flex-col items-center justify-center rounded-md border border-line bg-raised " +
  "text-32/none font-extrabold text-ink-2 shadow-post in-centre:border-sign in-centre:bg-sign " +
  "in-centre:text-white in-centre:shadow-post-lit forced-colors:in-centre:border-6 " +
  "forced-colors:in-centre:border-highlight";

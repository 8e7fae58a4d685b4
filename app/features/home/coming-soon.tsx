import { films } from "~/content/films";
import { Film } from "~/ui/film";
import { kicker, RoadSection, SectionLabel } from "~/ui/road";
import warningDiamond from "./warning-diamond.svg?url";

/** The banner of the P-AXON unit, which is not available yet. */
export function ComingSoon() {
  return (
    <RoadSection id="p-axon" className="relative mt-section overflow-clip border-y border-line">
      <div className={bannerStyle}>
        <Film film={films.paxon} className={unitStyle} />
        <div className="relative z-2">
          <SectionLabel number="03.5" label="P-AXON" />
          <p className="mb-9 inline-flex items-center gap-4.5 text-21/tight font-bold">
            {/* The warning sign for a curve. */}
            <img
              className="flex-none"
              src={warningDiamond}
              width={76}
              height={76}
              alt=""
              loading="lazy"
            />
            Just Around the Corner
          </p>
          <p className={kicker}>Coming Soon</p>
          <h2 className="mt-1.5 mb-7 text-[min(19.5vw,7.75rem)]/figure tracking-tighter whitespace-nowrap deck:text-[min(7.75rem,9.4vw)]">
            P-AXON
          </h2>
          <p className="max-w-[24ch] text-21/normal text-pretty">
            a compact intelligence system that analyses collected data in real-time
          </p>
          <p className="mt-4 font-mono text-13/snug font-semibold text-ink-2">
            lens pair, cooling fins, status lamp
          </p>
        </div>
      </div>
    </RoadSection>
  );
}

/** The text is at the left of the unit; on narrow windows it is above the unit. */
const bannerStyle =
  "page-wrap relative flex min-h-180 flex-col pt-18 deck:grid deck:grid-cols-5-7 deck:items-center " +
  "deck:pt-0";

/** On narrow windows the unit is as wide as the window; otherwise it is larger than half of the window. */
const unitStyle =
  "relative order-1 mask-radial-from-62% mask-radial-to-100% mask-radial-closest-side -mr-4 -ml-7 h-95 sm:-mr-6 sm:-ml-12 deck:absolute deck:top-1/2 deck:-right-100 " +
  "deck:mx-0 deck:h-180 deck:w-240 deck:-translate-y-1/2 xl:-right-47.5";

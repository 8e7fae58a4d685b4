import { useInView } from "framer-motion";
import { useRef } from "react";
import { films } from "~/content/films";
import { pages } from "~/content/pages";
import { appFigures } from "~/content/scout";
import { useMotionPaused } from "~/lib/pause-motion";
import { ButtonLink } from "~/ui/button";
import { Phone } from "~/ui/phone";
import { RoadSection } from "~/ui/road";
import { ProgressBubble } from "./progress-bubble";

/** The section about Scout: a phone with the recording screen between two figures. */
export function ScoutApp() {
  const grid = useRef<HTMLDivElement>(null);
  const seen = useInView(grid, { once: true, amount: 0.1 });
  const paused = useMotionPaused();
  return (
    <RoadSection id="scout" exit={{ number: "04.5", label: "Scout" }} className="overflow-x-clip">
      <h2>
        <span className="block">Simple Streams.</span> <span className="block">Real impact.</span>{" "}
        <span className="block">Smarter cities.</span>
      </h2>
      <div className={gridStyle} data-arriving={(seen && !paused) || undefined} ref={grid}>
        <div className={laneStyle} aria-hidden="true" />
        <div className={sideStyle}>
          <InfoCard figure={appFigures.processing} delays={early} />
          <p className={noteStyle}>
            Stream dashcam footage at 1080p or higher and earn rewards. The app is lightweight,
            low-power and AI-powered.
          </p>
        </div>
        <div className="relative justify-self-center max-lg:order-first max-lg:col-span-full">
          <Phone film={films.scoutRecording} />
          <ProgressBubble seen={seen} />
        </div>
        <div className={`${sideStyle} justify-self-start max-sm:justify-self-stretch`}>
          <InfoCard figure={appFigures.insights} delays={late} />
          <div className={noteStyle}>
            <ButtonLink tone="line" href={pages.scout.path}>
              See Scout
            </ButtonLink>
            <p className="mt-3.5 text-15">Android only for now. iOS coming soon.</p>
          </div>
        </div>
      </div>
    </RoadSection>
  );
}

const gridStyle =
  "relative mt-18 grid grid-cols-3 items-center gap-6 max-lg:grid-cols-2 max-sm:mt-12 max-sm:grid-cols-1 " +
  "max-sm:gap-10";

const laneStyle =
  "absolute inset-x-[calc(50%-50vw)] top-1/2 h-1.5 max-lg:hidden " +
  "bg-[repeating-linear-gradient(90deg,var(--color-lane-off)_0_48px,transparent_48px_128px)]";

const sideStyle = "relative flex flex-col items-start gap-6 max-sm:items-stretch";

const noteStyle = "max-w-measure-34 bg-ground py-3 text-ink-2";

interface InfoCardProps {
  figure: (typeof appFigures)[keyof typeof appFigures];
  delays: string;
}

function InfoCard({ figure: { Icon, label, value, unit }, delays }: InfoCardProps) {
  return (
    <div className={`${cardStyle} ${delays}`}>
      <Icon className="mb-4.5 size-7 flex-none stroke-icon text-accent" />
      <p className="text-ink-2">{label}</p>
      <b className="mt-3 block font-large text-64/none font-extrabold tracking-tight tabular-nums">
        {value}
        {unit && (
          <>
            {" "}
            <small className="text-28 tracking-normal">{unit}</small>
          </>
        )}
      </b>
      <span className={shineStyle} aria-hidden="true" />
    </div>
  );
}

/** The cards arrive after 0.5 and 0.8 s; a shine runs over each of them for a second. */
const early = "[--delay:500ms] [--shine:800ms]";
const late = "[--delay:800ms] [--shine:2s]";

const cardStyle =
  "relative w-70 max-w-full overflow-hidden border border-line bg-raised px-7 pt-6.5 pb-5.5 max-sm:w-full " +
  "in-data-arriving:animate-[arrive_500ms_cubic-bezier(0.45,0.05,0.15,1)_var(--delay)_backwards]";

const shineStyle =
  "pointer-events-none absolute inset-0 -translate-x-full bg-linear-100/srgb from-transparent from-35% via-white/16 " +
  "via-50% to-transparent to-65% in-data-arriving:translate-x-full in-data-arriving:transition-[translate] " +
  "in-data-arriving:delay-(--shine) in-data-arriving:duration-1000 in-data-arriving:ease-linear";

import { useInView } from "framer-motion";
import { useEffect, useRef, useState } from "react";
import { films } from "~/content/films";
import { pages } from "~/content/pages";
import { appFigures } from "~/content/scout";
import { useMotionPaused } from "~/lib/pause-motion";
import { ButtonLink } from "~/ui/button";
import { Phone } from "~/ui/phone";
import { ProgressRing } from "~/ui/progress-ring";
import { RoadSection } from "~/ui/road";

/** The section about Scout: a phone with the recording screen between two figures. */
export function ScoutApp() {
  const grid = useRef<HTMLDivElement>(null);
  const seen = useInView(grid, { once: true, amount: 0.1 });
  return (
    <RoadSection id="scout" exit={{ number: "04.5", label: "Scout" }} className="overflow-x-clip">
      <h2>
        <span className="block">Simple Streams.</span> <span className="block">Real impact.</span>{" "}
        <span className="block">Smarter cities.</span>
      </h2>
      <div className={gridStyle} data-arriving={seen || undefined} ref={grid}>
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
        {value} <small className="text-28 tracking-normal">{unit}</small>
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
  "in-data-arriving:animate-arrive";

const shineStyle =
  "pointer-events-none absolute inset-0 -translate-x-full bg-linear-100/srgb from-transparent from-35% via-white/16 " +
  "via-50% to-transparent to-65% in-data-arriving:translate-x-full in-data-arriving:transition-[translate] " +
  "in-data-arriving:delay-(--shine) in-data-arriving:duration-1000 in-data-arriving:ease-linear";

/** Final value of the counter, and its steps: 1500 ms of 15 ms. */
const COUNT_CAP = 96;
export const COUNT_TICK_MS = 15;
const TICKS = 1500 / COUNT_TICK_MS;

/**
 * The figure beside the phone. It counts up once when seen; its accessible name is always the final value, and so is the
 * figure in the server's HTML, where motion counts as paused.
 */
function ProgressBubble({ seen }: { seen: boolean }) {
  const paused = useMotionPaused();
  const [ticks, setTicks] = useState(0);
  const counting = seen && ticks < TICKS;
  useEffect(() => {
    if (!counting) return;
    const timer = setInterval(() => setTicks((passed) => passed + 1), COUNT_TICK_MS);
    return () => clearInterval(timer);
  }, [counting]);
  const count = paused ? COUNT_CAP : Math.round((COUNT_CAP * ticks) / TICKS);
  return (
    <div className={bubbleStyle}>
      <ProgressRing percent={count} className={ringStyle} />
      <b
        className="font-large text-[27cqi]/none font-extrabold tabular-nums print:before:content-['96']"
        role="img"
        aria-label={`${COUNT_CAP}%+`}
      >
        <span className="print:hidden">{count}</span>
        <small className="text-[0.49em]">%+</small>
      </b>
    </div>
  );
}

/** The bubble and its figure scale with the text size, as far as there is room. */
const bubbleStyle =
  "@container absolute top-12 -right-7.5 z-3 grid aspect-square w-[min(6.75rem,42vw)] place-items-center " +
  "rounded-full bg-ground sm:top-18.5 sm:-right-13.5 sm:w-[min(8.25rem,200px)]";

const ringStyle = "absolute inset-0 size-full stroke-[4.545%] text-line [--radius:46.212%]";

import { Play } from "lucide-react";
import { films } from "~/content/films";
import { networkFigures, reasons, tripTiles } from "~/content/scout";
import { useSite } from "~/features/shell/site";
import { buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { figureLabelStyle, figureStyle } from "~/ui/figure-style";
import { FilmHero } from "~/ui/film-hero";
import { Phone } from "~/ui/phone";
import { lead, Road, RoadSection } from "~/ui/road";
import { signStyle } from "~/ui/sign";

/** The page about Scout, the recording app. */
export function ScoutPage() {
  return (
    <>
      {/* The phone is right of the middle of the film. */}
      <FilmHero film={films.scoutIntro} className="max-xl:[--focus-x:72%] max-sm:[--focus-x:94%]">
        <h1 className="text-[9rem]/figure tracking-tighter max-sm:text-[5.25rem]">Scout</h1>
        <p className="mt-6.5 max-w-measure-46 text-21/normal max-sm:text-17 sm:max-deck:max-w-measure-30">
          Stream the road from the phone on your windscreen. Be rewarded with $PULS points.
        </p>
        <StoreLink className="mt-7 self-start" />
      </FilmHero>
      <Road>
        <RoadSection id="what" exit={{ number: "01", label: "Scout" }}>
          <div className="grid items-center gap-6 max-deck:grid-cols-1 deck:grid-cols-7-5">
            <div>
              <h2>What is Scout?</h2>
              <p className={`${lead} mt-6`}>
                A mobile app. It streams video from a smartphone or a dashcam at 1080p or higher and
                earns rewards. It is lightweight and low-power. Faces and plates are blurred by AI.
              </p>
              <TripTiles />
              <p className="mt-5 text-15 text-ink-2">Android only for now. iOS coming soon.</p>
            </div>
            <div className="grid justify-end max-deck:mt-8 max-deck:justify-center">
              <Phone film={films.scoutRecording} />
            </div>
          </div>
        </RoadSection>
        <NetworkFigures />
        <RoadSection id="why" exit={{ number: "02", label: "Why" }}>
          <h2>Why choose Scout</h2>
          <WhyScout />
          <div className="mt-14 flex items-center justify-between gap-8 max-sm:flex-col max-sm:items-start">
            <p className={lead}>Mount the phone. Start Scout. Drive.</p>
            <StoreLink />
          </div>
        </RoadSection>
      </Road>
    </>
  );
}

/** The link to the app's page in the store. `className` is for layout only. */
function StoreLink({ className }: { className?: string }) {
  const { store } = useSite().links;
  return (
    <ExternalLink className={buttonStyle({ className })} href={store} arrow={false}>
      <Play className="icon" />
      Get it on Google Play
    </ExternalLink>
  );
}

/** Three figures of a recorded trip, side by side as far as there is room. */
function TripTiles() {
  return (
    <dl className="mt-12 flex flex-wrap border-y border-line">
      {tripTiles.map(({ label, value, unit }) => (
        <div className={tile} key={label}>
          <dt className={figureLabelStyle}>{label}</dt>
          <dd className={`${figureStyle} text-52 max-xl:text-40`}>
            {value} <small className={unitStyle}>{unit}</small>
          </dd>
        </div>
      ))}
    </dl>
  );
}

const tile =
  "flex flex-auto flex-col gap-2.5 border-line py-6 pr-5 sm:not-first:border-l sm:not-first:pl-6 " +
  "max-sm:basis-full max-sm:py-5 max-sm:pr-0 max-sm:not-first:border-t";

const unitStyle =
  "text-15/none font-semibold tracking-normal text-ink-2 max-sm:ml-[0.4em] sm:mt-3 sm:block";

/** The network's figures on a guide sign across the page. */
function NetworkFigures() {
  return (
    <section className="relative z-3 mt-section" aria-label="What Scout has gathered">
      <div className="page-wrap">
        <dl className={`${signStyle} ${band}`}>
          {networkFigures.map(({ value, label }) => (
            <div className={bandFigure} key={label}>
              <dt className="text-17/snug font-semibold">{label}</dt>
              <dd className={`${figureStyle} text-[3.75rem] max-sm:text-52`}>{value}</dd>
            </div>
          ))}
        </dl>
      </div>
    </section>
  );
}

const band =
  "grid gap-y-9 px-7 pt-13 pb-11 sm:grid-cols-2 xl:grid-cols-[repeat(auto-fit,minmax(min(100%,15rem),1fr))] " +
  "max-sm:gap-y-0 max-sm:px-6.5 max-sm:pt-7 max-sm:pb-5.5";

const bandFigure =
  "flex flex-col-reverse justify-end gap-2.5 border-white/40 px-7 max-sm:px-1 max-sm:pt-5 max-sm:pb-4 " +
  "max-sm:not-first:border-t-2 sm:max-xl:even:border-l-2 xl:not-first:border-l-2";

/** 'Why choose Scout': five cards, each sliding over the previous one while scrolling. */
function WhyScout() {
  return (
    <ol className="mt-14 grid grid-cols-1">
      {reasons.map(({ title, text, Icon }, index) => (
        <li key={title} className={card}>
          <span
            className="font-large text-64/none font-extrabold tracking-tight text-accent tabular-nums max-sm:text-36"
            aria-hidden="true"
          >
            {index + 1}
          </span>
          <h3 className="text-32 max-sm:text-21 max-sm:break-words">{title}</h3>
          <p className="max-w-measure-34 text-21/snug text-ink-2 max-deck:col-start-2 max-sm:text-17">
            {text}
          </p>
          <Icon className="size-11 justify-self-end stroke-icon max-deck:col-start-3 max-deck:row-start-1 max-sm:hidden" />
        </li>
      ))}
    </ol>
  );
}

/** Four columns on wide screens, three on tablets, two on phones; fixed if a whole card fits below the header. */
const card =
  "[@media(min-height:20rem)]:sticky top-24 -mb-px grid grid-cols-[120px_5fr_6fr_72px] items-center gap-6 border border-line bg-raised " +
  "px-9 py-7 first:bg-case max-deck:grid-cols-[64px_1fr_40px] " +
  "max-sm:grid-cols-[44px_minmax(0,1fr)] max-sm:gap-x-3.5 max-sm:gap-y-2.5 max-sm:px-5 max-sm:pt-6 max-sm:pb-5";

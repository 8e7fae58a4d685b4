import { networkFigures, tripTiles } from "~/content/scout";
import { figureLabelStyle, figureStyle } from "~/ui/figure-style";
import { signStyle } from "~/ui/sign";

/** One recorded trip in three figures, as many beside each other as there is room for. */
export function TripTiles() {
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
  "flex flex-auto flex-col gap-2.5 border-line pt-6.5 pr-5 pb-5.5 sm:not-first:border-l sm:not-first:pl-6 " +
  "max-sm:basis-full max-sm:pt-5.5 max-sm:pr-0 max-sm:pb-4.5 max-sm:not-first:border-t";

const unitStyle =
  "text-15/none font-semibold tracking-normal text-ink-2 max-sm:ml-[0.4em] sm:mt-3 sm:block";

/** The stats band: a guide sign across the page. */
export function NetworkFigures() {
  return (
    <section className="relative z-3 mt-section" aria-label="What Scout has gathered">
      <div className="page-wrap">
        <dl className={signStyle({ className: band })}>
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

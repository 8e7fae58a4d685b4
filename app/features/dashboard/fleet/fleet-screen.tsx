import { Link } from "@remix-run/react";
import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { ChartName } from "server/upstream/contracts/dashboard.server";
import type { TripFilters } from "server/upstream/contracts/trips.server";
import { chartPanels, fleetTotals } from "~/content/dashboard";
import { DASH, formatCount, formatExact, formatMeasure } from "~/lib/format-metric";
import { figureLabelStyle } from "~/ui/figure-style";
import { Panel, SkeletonBar } from "~/ui/panel";
import { dashboardUrl } from "../dashboard-url";
import type { DashboardAnswer } from "../dashboard-view";
import { AsOf, NewestTripStamp } from "../figures-status";
import { LoadFailure } from "../load-failure";
import { countryLabel } from "../screen-texts";
import { ChartPanel, foot, frame } from "./chart-panel";

const chartNames = Object.keys(chartPanels) as ChartName[]; // the table has no other keys

/**
 * Fleet Overview: totals, user charts and countries. One message covers all failed results.
 *
 * @param answer null while the view is loading
 */
export function FleetScreen({ answer }: { answer: DashboardAnswer | null }) {
  const { metrics, filters } = answer?.results ?? {};
  const [error] = Object.values(answer?.errors ?? {});
  return (
    <div aria-busy={!answer || undefined}>
      {error && (
        <Panel className="mb-6">
          <LoadFailure title="Failed to load data" heading="h2" text={error} />
        </Panel>
      )}
      {(metrics || !answer) && (
        <Panel
          className="@container mb-4 md:mb-6"
          aria-label="Totals"
          aria-hidden={!metrics || undefined}
        >
          <div className={figures}>
            {fleetTotals.map((total) => (
              <Kpi key={total.name} {...total} value={metrics?.value[total.name]} />
            ))}
          </div>
          {metrics && (
            <div className={clusterFoot}>
              <AsOf {...metrics} />
              {answer?.newestTrip && <NewestTripStamp trip={answer.newestTrip} />}
            </div>
          )}
        </Panel>
      )}
      <div className={charts}>
        {chartNames
          .filter((name) => !answer?.errors[name])
          .map((name) => (
            <ChartPanel key={name} name={name} answer={answer} />
          ))}
        {filters && <CountryLinks filters={filters} />}
      </div>
    </div>
  );
}

// A single panel in the last row spans both columns.
const charts =
  "grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6 md:*:last:odd:col-span-full print:grid-cols-1";

type KpiProps = (typeof fleetTotals)[number] & { value: number | null | undefined };

/** One total, whose value is undefined while it is loading. */
function Kpi({ title, caption, kind, unit, value }: KpiProps) {
  if (value === undefined) {
    return (
      <div className={cell}>
        <SkeletonBar percent={48} />
        <SkeletonBar percent={72} tall />
        <SkeletonBar percent={48} />
      </div>
    );
  }
  const shown = kind === "measure" ? formatMeasure(value) : formatCount(value);
  // The three decimals of a measure get a lighter style.
  const [main, decimals] = shown.split(/(?=\.\d{3}$)/);
  const knownUnit = main === DASH ? null : unit;
  const exact = [formatExact(value), knownUnit?.spoken].filter(Boolean).join(" ");
  return (
    <div className={`${cell} flex flex-col gap-2 @pair:gap-3`}>
      <h2 className="text-15/tight font-bold tracking-normal">{title}</h2>
      <p className={figure} title={exact}>
        <span aria-hidden="true">
          {main}
          <wbr />
          {decimals && <span className="font-bold text-ink-2">{decimals}</span>}
          <wbr />
          {knownUnit && <small className={unitStyle}>{knownUnit.short}</small>}
        </span>
        <span className="sr-only">{exact}</span>
      </p>
      <p className={figureLabelStyle}>{caption}</p>
    </div>
  );
}

const unitStyle = "ml-[0.3em] text-17/none font-bold tracking-normal text-ink-2";

const clusterFoot =
  "flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-line px-5 py-2 " +
  "text-13 @pair:px-6";

// In one row, each column is as wide as its figure and shares the remaining space.
const figures = "grid grid-cols-1 @pair:grid-cols-2 @row:grid-flow-col @row:grid-cols-none";

const cell =
  "min-w-0 border-line px-5 pt-4.5 pb-3.5 @pair:px-6 @pair:pt-6.5 @pair:pb-5 " +
  "@max-pair:not-first:border-t @pair:@max-row:nth-[n+3]:border-t @pair:even:border-l @row:not-first:border-l";

const figure =
  "text-[min(2.25rem,20cqi)]/figure font-extrabold tracking-tight @pair:text-44/figure " +
  "font-large wrap-anywhere tabular-nums lining-nums";

/** Links to the lists of each country's trips, with their number if known. */
function CountryLinks({ filters }: { filters: Cached<TripFilters> }) {
  const { countries } = filters.value;
  return (
    <Panel className={frame} aria-labelledby={COUNTRIES_ID}>
      <h2 className="text-21/tight" id={COUNTRIES_ID}>
        Trips by country
      </h2>
      <ul className="my-2.5 flex flex-wrap gap-x-5">
        {countries.map((country) => (
          <li key={country.name} className="min-w-0">
            <Link
              className="inline-flex min-h-8 items-center wrap-anywhere"
              to={dashboardUrl({ tab: "trip", country: country.name })}
              rel="nofollow"
            >
              <bdi className="min-w-0">{countryLabel(country)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      {countries.some(({ spellings = [] }) => spellings.length > 1) && (
        <p className="text-15 text-ink-2">
          Of a country that the data writes in several ways, one way is counted.
        </p>
      )}
      <footer className={foot}>
        <AsOf {...filters} empty={countries.length === 0} />
      </footer>
    </Panel>
  );
}

const COUNTRIES_ID = "trips-by-country";

import { Link } from "@remix-run/react";
import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { NewestTrip } from "server/dashboard/dashboard-data.server";
import type { Metrics } from "server/upstream/contracts/dashboard.server";
import { AgeStamp } from "~/ui/age-stamp";
import { ChangeMark } from "~/ui/change-mark";
import { figureLabelStyle } from "~/ui/figure-style";
import { Panel, SkeletonBar } from "~/ui/panel";
import { NewestTripStamp } from "../newest-trip-stamp";
import { buildKpis, type Kpi } from "./fleet-view";

interface KpiClusterProps {
  metrics: Cached<Metrics>;
  /** Whether the panel itself says that its refresh failed: where not all of the page's refreshes did. */
  ownFailure: boolean;
  newestTrip: NewestTrip | null;
}

/** The totals as one instrument cluster. */
export function KpiCluster({ metrics, ownFailure, newestTrip }: KpiClusterProps) {
  return (
    <Panel className={cluster} aria-label="Totals">
      <div className={figures}>
        {buildKpis(metrics.value).map((kpi) => (
          <KpiFigure key={kpi.title} kpi={kpi} />
        ))}
      </div>
      <div className={foot}>
        <AgeStamp asOf={metrics.asOf} failed={ownFailure && metrics.state === "stale"} />
        {newestTrip && <NewestTripStamp trip={newestTrip} />}
      </div>
    </Panel>
  );
}

function KpiFigure({ kpi }: { kpi: Kpi }) {
  return (
    <div className={`${cell} flex flex-col gap-2 @pair:gap-3`}>
      <h2 className="text-15/tight font-bold tracking-normal">
        {kpi.to === undefined ? (
          kpi.title
        ) : (
          <Link className="text-inherit no-underline hover:underline" to={kpi.to} prefetch="none">
            {kpi.title}
          </Link>
        )}
      </h2>
      <p className={figure} title={kpi.exact}>
        <ChangeMark value={kpi.exact}>
          <span aria-hidden="true">
            {kpi.main}
            {kpi.decimals && (
              <>
                <wbr />
                <span className="font-bold text-ink-2">{kpi.decimals}</span>
              </>
            )}
            {kpi.unit && (
              <>
                <wbr />
                <small className="ml-[0.3em] text-17/none font-bold tracking-normal text-ink-2">
                  {kpi.unit}
                </small>
              </>
            )}
          </span>
        </ChangeMark>
        <span className="sr-only">{kpi.exact}</span>
      </p>
      <p className={figureLabelStyle}>{kpi.caption}</p>
    </div>
  );
}

const UNKNOWN: Metrics = {
  totalTrips: null,
  distanceCovered: null,
  totalBeats: null,
  totalHours: null,
  totalUsers: null,
};

/** Holds the cluster's place while the totals are on their way. */
export function KpiSkeleton() {
  return (
    <Panel className={cluster} aria-hidden="true">
      <div className={figures}>
        {buildKpis(UNKNOWN).map(({ title }) => (
          <div className={cell} key={title}>
            <SkeletonBar percent={48} />
            <SkeletonBar percent={72} tall />
            <SkeletonBar percent={48} />
          </div>
        ))}
      </div>
    </Panel>
  );
}

const foot = [
  "flex flex-wrap justify-between gap-x-4 gap-y-1 border-t border-line px-5 pt-2.5 pb-1.75",
  "text-13 @pair:px-6",
].join(" ");

const cluster = "@container mb-4 md:mb-6";

// Each as wide as its figure needs; what is left over is shared out.
const figures = "grid grid-cols-1 @pair:grid-cols-2 @row:grid-flow-col @row:grid-cols-none";

const cell = [
  "min-w-0 border-line px-5 pt-4.5 pb-3.5 @pair:px-6 @pair:pt-6.5 @pair:pb-5",
  "@max-pair:not-first:border-t @pair:@max-row:nth-[n+3]:border-t @pair:even:border-l @row:not-first:border-l",
].join(" ");

const figure = [
  "text-[min(2.25rem,20cqi)]/figure font-extrabold tracking-tight @pair:text-44/figure",
  "wrap-anywhere tabular-nums lining-nums",
].join(" ");

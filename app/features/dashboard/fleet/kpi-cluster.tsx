import type { Cached } from "server/cache/cached.server";
import type { Metrics } from "server/upstream/contracts/dashboard.server";
import { AgeStamp } from "~/ui/age-stamp";
import { buildKpis, type Kpi } from "./fleet-view";

/** The four totals as one instrument cluster. */
export function KpiCluster({ metrics, now }: { metrics: Cached<Metrics>; now: number }) {
  return (
    <section className="panel kpi-panel" aria-label="Totals">
      <div className="kpi">
        {buildKpis(metrics.value).map((kpi) => (
          <KpiFigure key={kpi.title} kpi={kpi} />
        ))}
      </div>
      <AgeStamp asOf={metrics.asOf} now={now} stale={metrics.state === "stale"} exact />
    </section>
  );
}

function KpiFigure({ kpi }: { kpi: Kpi }) {
  return (
    <div className="figure">
      <h2 className="t">{kpi.title}</h2>
      <p className="v" title={kpi.exact}>
        <span aria-hidden="true">
          {kpi.main}
          {kpi.decimals && (
            <>
              <wbr />
              <span className="decimals">{kpi.decimals}</span>
            </>
          )}
          {kpi.unit && (
            <>
              <wbr />
              <small>{kpi.unit}</small>
            </>
          )}
        </span>
        <span className="vh">{kpi.exact}</span>
      </p>
      <p className="k">{kpi.caption}</p>
    </div>
  );
}

/** Holds the cluster's place while the totals are on their way. */
export function KpiSkeleton() {
  return (
    <div className="panel kpi-panel" aria-hidden="true">
      <div className="kpi">
        {[0, 1, 2, 3].map((index) => (
          <div className="skeleton" key={index}>
            <i />
            <i className="big" />
            <i />
          </div>
        ))}
      </div>
    </div>
  );
}

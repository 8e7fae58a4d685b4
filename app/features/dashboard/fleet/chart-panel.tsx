import { useId, type ReactNode } from "react";
import type { Cached } from "server/cache/cached.server";
import { AgeStamp } from "~/ui/age-stamp";
import type { ChartPoint } from "~/ui/chart-point";
import { ChartTable } from "~/ui/chart-table";

interface ChartPanelProps {
  title: string;
  subtitle: string;
  /** Which series colour the drawing takes. */
  series: 1 | 2 | 3 | 4;
  /** Stands right of the title. */
  aside?: ReactNode;
  /** What stands in the drawing's place. */
  children: ReactNode;
  /** The table below; left out where there are no figures, which then is said. */
  table?: { columns: [label: string, value: string]; points: readonly ChartPoint[] };
  /** The answer the figures come from, for their age; left out while it is on its way. */
  cached?: Cached<unknown>;
  now: number;
}

/** The frame of a chart: title, drawing, the same figures as a table, their age. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, subtitle, series, aside, children, table, cached, now } = props;
  const id = useId();
  return (
    <section className={`panel chart-panel series-${series}`} aria-labelledby={id}>
      <header>
        <div>
          <h2 id={id}>{title}</h2>
          <p>{subtitle}</p>
        </div>
        {aside}
      </header>
      {children}
      {cached && (
        <footer>
          {table && <ChartTable caption={title} {...table} />}
          <AgeStamp
            asOf={cached.asOf}
            now={now}
            stale={cached.state === "stale"}
            empty={!table}
            exact
          />
        </footer>
      )}
    </section>
  );
}

/** A sentence where a drawing would stand. */
export function ChartMessage({ children }: { children: ReactNode }) {
  return <p className="chart-message">{children}</p>;
}

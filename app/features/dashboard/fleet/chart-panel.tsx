import { useId, type ReactNode } from "react";
import type { Cached } from "server/cache/stale-while-revalidate.server";
import { AgeStamp } from "~/ui/age-stamp";
import { Panel } from "~/ui/panel";
import { ChartTable, type ChartTableProps } from "~/ui/chart-table";

interface ChartPanelProps {
  title: string;
  subtitle: string;
  /** Stands right of the title. */
  aside?: ReactNode;
  /** What stands in the drawing's place. */
  children: ReactNode;
  /** What the figures say, in a sentence under the drawing. */
  note?: string | null;
  /** The table below; left out where there are no figures, which then is said. */
  table?: Omit<ChartTableProps, "caption"> | undefined;
  /** The answer the figures come from, for their age; left out while it is on its way. */
  cached?: Cached<unknown> | undefined;
  /** Whether the panel itself says that its refresh failed: where not all of the page's refreshes did. */
  ownFailure?: boolean | undefined;
}

/** The frame of a chart: title, drawing, the same figures as a table, their age. */
export function ChartPanel(props: ChartPanelProps) {
  const { title, subtitle, aside, children, note, table, cached, ownFailure } = props;
  const id = useId();
  return (
    <Panel className={frame} aria-labelledby={id}>
      <header className="mb-3.5 flex min-h-19 flex-wrap items-start justify-between gap-x-4 gap-y-2">
        <div className="flex-[1_1_6rem]">
          <h2 className="text-21/tight" id={id}>
            {title}
          </h2>
          <p className="text-15 text-ink-2">{subtitle}</p>
        </div>
        {aside}
      </header>
      {children}
      {note && <p className="mb-2.5 text-15 tabular-nums">{note}</p>}
      {cached && (
        <footer className={foot}>
          {table && <ChartTable caption={title} {...table} />}
          <AgeStamp
            asOf={cached.asOf}
            failed={ownFailure === true && cached.state === "stale"}
            empty={!table}
          />
        </footer>
      )}
    </Panel>
  );
}

export const frame =
  "@container/chart-panel flex flex-col px-3.75 pt-5 pb-2 md:px-6 md:pt-6 md:pb-3";

export const foot =
  "mt-auto flex flex-wrap items-baseline justify-between gap-x-4 border-t border-line pt-2 text-13";

/** A sentence where a drawing would stand. */
export function ChartMessage({ children }: { children: ReactNode }) {
  return <p className="grid min-h-77.75 flex-1 place-items-center text-ink-2">{children}</p>;
}

import { useHydrated } from "~/lib/hydration";
import { DASH, formatExact } from "~/lib/format-metric";

export interface ChartPoint {
  label: string;
  /** Null while unknown: a gap in the chart, and a dash in the table. */
  value: number | null;
}

interface ChartTableProps {
  caption: string;
  columns: [label: string, value: string];
  /** With `href`, the label of a point is a link. */
  points: readonly (ChartPoint & { href?: string })[];
}

/**
 * The figures of a chart as a table: for assistive technology, print, and visitors who prefer a table. `dashboard.css`
 * hides it while its disclosure is closed.
 */
export function ChartTable({ caption, columns, points }: ChartTableProps) {
  const waiting = !useHydrated();
  return (
    <>
      <details className="text-15 print:hidden">
        <summary className={summary}>Show as table</summary>
      </details>
      <div className="chart-table @container" data-waiting={waiting || undefined}>
        <table className="mt-1.5 mb-3 w-full border-collapse">
          <caption className="sr-only">{caption}</caption>
          <thead>
            <tr>
              {columns.map((name) => (
                <th key={name} className={heading} scope="col">
                  {name}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {points.map(({ label, value, href }, index) => (
              <tr key={`${label}/${index}`}>
                <th className={`${cell} text-left font-normal`} scope="row">
                  {href === undefined ? (
                    label
                  ) : (
                    <a href={href} rel="nofollow">
                      {label}
                    </a>
                  )}
                </th>
                <td className={`${cell} text-right font-mono`}>
                  {value === null ? DASH : formatExact(value)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  );
}

// Words break only if enlarged text would overflow a narrow window (WCAG 1.4.4).
const cell = "border-b border-line px-2 py-[5.5px] @max-[14rem]:wrap-anywhere";

const heading = `${cell} text-right text-13 text-ink-2 first:text-left`;

const summary =
  "inline-flex min-h-8 cursor-pointer items-center text-ink-2 hover:text-ink " +
  "underline decoration-1 underline-offset-link";

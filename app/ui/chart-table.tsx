import { Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
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

/** The figures of a chart as a table: for assistive technology, print, and visitors who prefer a table. */
export function ChartTable({ caption, columns, points }: ChartTableProps) {
  const details = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    if (CSS.supports("selector(::details-content)")) return;
    let wasOpen = false;
    const open = () => {
      wasOpen = details.current?.open ?? false;
      details.current?.toggleAttribute("open", true);
    };
    const close = () => details.current?.toggleAttribute("open", wasOpen);
    window.addEventListener("beforeprint", open);
    window.addEventListener("afterprint", close);
    return () => {
      window.removeEventListener("beforeprint", open);
      window.removeEventListener("afterprint", close);
    };
  }, []);
  return (
    <details ref={details} className={`text-15 open:w-full ${standsOpen}`}>
      <summary className={summary}>Show as table</summary>
      <div className="@container">
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
                    <Link to={href} rel="nofollow">
                      {label}
                    </Link>
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
    </details>
  );
}

// On paper, and wherever no script draws the chart.
const standsOpen =
  "print:w-full print:details-content:[content-visibility:visible] " +
  "noscript:w-full noscript:details-content:[content-visibility:visible] " +
  "in-[section:has([data-missing])]:w-full in-[section:has([data-missing])]:details-content:[content-visibility:visible]";

// Words break only if enlarged text would overflow a narrow window (WCAG 1.4.4).
const cell = "border-b border-line px-2 py-[5.5px] @max-[14rem]:wrap-anywhere";

const heading = `${cell} text-right text-13 text-ink-2 first:text-left`;

const summary =
  "inline-flex min-h-8 cursor-pointer items-center text-ink-2 hover:text-ink print:hidden " +
  "underline decoration-1 underline-offset-link";

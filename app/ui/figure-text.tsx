import { DASH, formatExact } from "~/lib/format-metric";

interface FigureTextProps {
  /** The figure as `formatCount` or `formatMeasure` writes it. */
  shown: string;
  value: number | null;
  /** Unit after a known figure, such as `km`. */
  unit?: string | undefined;
}

/** A figure in running text or a cell. Assistive technology reads the exact value of an abbreviated figure. */
export function FigureText({ shown, value, unit }: FigureTextProps) {
  const exact = formatExact(value);
  const number = (text: string) => Number(text.replaceAll(",", ""));
  const withUnit = (text: string) => (unit && shown !== DASH ? `${text} ${unit}` : text);
  if (shown === DASH || number(shown) === number(exact)) return <>{withUnit(shown)}</>;
  return (
    <span title={withUnit(exact)}>
      <span aria-hidden="true">{withUnit(shown)}</span>
      <span className="sr-only">{withUnit(exact)}</span>
    </span>
  );
}

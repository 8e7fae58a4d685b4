import { DASH, exactBeside } from "~/lib/format-metric";

interface FigureTextProps {
  /** The figure as `formatCount` or `formatMeasure` writes it. */
  shown: string;
  value: number | null;
  /** Follows a figure that is known, `km`. */
  unit?: string | undefined;
}

/** A figure in running text or a cell; where it is abbreviated, assistive technology reads the exact one. */
export function FigureText({ shown, value, unit }: FigureTextProps) {
  const exact = exactBeside(shown, value);
  const withUnit = (text: string) => (unit && shown !== DASH ? `${text} ${unit}` : text);
  if (exact === null) return <>{withUnit(shown)}</>;
  return (
    <span title={withUnit(exact)}>
      <span aria-hidden="true">{withUnit(shown)}</span>
      <span className="sr-only">{withUnit(exact)}</span>
    </span>
  );
}

import type { SVGAttributes } from "react";

interface ChartTickProps {
  value: string | number;
  format?: (value: string | number) => string;
  /** Where on the axis it stands. */
  x: number;
  y: number;
  /** Where its line ends, from there; at 0, 0 there is none. */
  lineX: number;
  lineY: number;
  /** Where its text begins, from there. */
  textX: number;
  textY: number;
  textAnchor: string;
  textBaseline: string;
}

/** A tick of an axis, in the text style of the drawing around it: nivo's own brings three times the markup. */
export function ChartTick({ value, format, x, y, lineX, lineY, ...text }: ChartTickProps) {
  const hasLine = lineX !== 0 || lineY !== 0;
  // nivo says of SVG's keywords only that they are texts.
  const keywords = {
    textAnchor: text.textAnchor,
    dominantBaseline: text.textBaseline,
  } as SVGAttributes<SVGTextElement>;
  return (
    <g transform={`translate(${x},${y})`}>
      {hasLine && <line className="stroke-edge" x2={lineX} y2={lineY} />}
      <text x={text.textX} y={text.textY} {...keywords}>
        {format?.(value) ?? value}
      </text>
    </g>
  );
}

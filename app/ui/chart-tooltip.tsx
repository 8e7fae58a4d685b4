interface ChartTooltipProps {
  text: string;
  /** Where its middle would be, and what it does not cross, in the same pixels. */
  x: number;
  right: number;
}

/** The label that follows the pointer over a chart. */
export function ChartTooltip({ text, x, right }: ChartTooltipProps) {
  const over = Math.max(0, x + widthOf(text) / 2 - right);
  return (
    // Narrower by twice as much for nivo, which centres what it measures.
    <div className={tip} style={{ marginLeft: -2 * over }}>
      {text}
    </div>
  );
}

const tip = [
  "rounded-control bg-ink px-3.5 pt-2.25 pb-1.75",
  "font-mono text-13/normal font-bold whitespace-nowrap text-ground",
].join(" ");

const HEIGHT = 38;
const PADDING = 14;
const CHARACTER_WIDTH = 8.2;

const widthOf = (text: string) => text.length * CHARACTER_WIDTH + 2 * PADDING;

interface PinnedTooltipProps {
  /** The point it belongs to, in the drawing's pixels. */
  x: number;
  y: number;
  /** Right edge of the plot, which it does not cross. */
  right: number;
  text: string;
}

/** The same label as part of the drawing, which stays where the pointer is elsewhere. */
export function PinnedTooltip({ x, y, right, text }: PinnedTooltipProps) {
  const width = widthOf(text);
  const left = Math.max(0, Math.min(x - width / 2, right - width));
  const above = y - HEIGHT - 16;
  const top = above >= -16 ? above : y + 16;
  return (
    <g transform={`translate(${left} ${top})`}>
      <rect className="fill-ink" width={width} height={HEIGHT} rx={4} />
      <text
        className="fill-ground font-mono text-13 font-bold"
        x={width / 2}
        y={24}
        textAnchor="middle"
      >
        {text}
      </text>
    </g>
  );
}

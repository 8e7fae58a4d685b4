import { cva } from "class-variance-authority";
import { memo, type CSSProperties } from "react";
import type { Lane, Mark } from "~/lib/film-overlay";
import type { LabelSide } from "./film-source";

/** A vehicle smaller than this, in percent of the picture's width, has brackets only: far ones crowd. */
const SMALLEST_LABELLED = 2.2;

interface FilmMarksProps {
  marks: Mark[];
  lane?: Lane | undefined;
  labelSides?: Readonly<Record<string, LabelSide>> | undefined;
  /** Which of the film's two pictures the places belong to. */
  picture: "landscape" | "portrait";
  className?: string | undefined;
}

/**
 * What the machine sees in a film's picture: the own lane, and brackets around things. Moved with every frame, so
 * nothing outside is laid out for it.
 */
export const FilmMarks = memo(function FilmMarks({
  marks,
  lane,
  labelSides = {},
  picture,
  className = "",
}: FilmMarksProps) {
  return (
    <div
      className={`absolute inset-0 contain-layout contain-size contain-style ${marksStyle} ${className}`}
      data-marks={picture}
      aria-hidden="true"
    >
      {lane && <LaneGeometry {...lane} />}
      {marks.map((mark) => (
        <MarkBox key={mark.id} mark={mark} side={labelSides[mark.id] ?? "above"} />
      ))}
    </div>
  );
});

// The styles of boxes and labels stand here once.
const marksStyle = [
  "text-chalk [--bracket-inset:-4px] *:absolute",
  "*:*:absolute *:*:bg-scrim *:*:px-1.25 *:*:pt-1 *:*:pb-0.75",
  "*:*:font-mono *:*:text-label/none *:*:font-semibold *:*:whitespace-nowrap *:*:tabular-nums",
].join(" ");

const box = cva("", {
  variants: {
    kind: {
      traffic: "brackets",
      hazard: "brackets text-accent",
      // A hairline up or down to the name of an object's point; beside a small picture there is no room for it.
      callout: "before:absolute before:h-21 before:w-px before:bg-current max-deck:hidden",
    },
    under: { true: "", false: "" },
  },
  compoundVariants: [
    { kind: "callout", under: true, className: "before:top-0" },
    { kind: "callout", under: false, className: "before:bottom-0" },
  ],
});

const label = cva("", {
  variants: {
    kind: { callout: "left-0", box: "" },
    side: { above: "", under: "", left: "", bare: "hidden" },
  },
  compoundVariants: [
    { kind: "callout", side: "above", className: "bottom-21" },
    { kind: "callout", side: "under", className: "top-21" },
    { kind: "box", side: ["above", "under"], className: "-left-1" },
    { kind: "box", side: "left", className: "-right-1" },
    { kind: "box", side: ["above", "left"], className: "bottom-full mb-2" },
    { kind: "box", side: "under", className: "top-full mt-2" },
  ],
});

/** One thing: its brackets, or the hairline of a callout, and its name. */
function MarkBox({ mark, side = "above" }: { mark: Mark; side?: LabelSide | "above" }) {
  const callout = mark.kind === "callout";
  return (
    <div
      className={box({ kind: kindOf(mark), under: side === "under" })}
      data-mark={mark.kind}
      style={place(mark)}
    >
      {hasLabel(mark) && (
        <span className={label({ kind: callout ? "callout" : "box", side })}>{labelOf(mark)}</span>
      )}
    </div>
  );
}

const kindOf = ({ kind }: Mark) => (kind === "hazard" || kind === "callout" ? kind : "traffic");

const hasLabel = ({ kind, width }: Mark) => kind !== "traffic" || width >= SMALLEST_LABELLED;

const labelOf = (mark: Mark) =>
  mark.kind === "callout" ? mark.class : `${mark.class} ${mark.confidence.toFixed(2)}`;

const place = ({ left, top, width, height }: Mark): CSSProperties => ({
  left: `${left}%`,
  top: `${top}%`,
  width: `${width}%`,
  height: `${height}%`,
});

/** Radar lines along and across the own lane, and the way ahead in its middle. */
function LaneGeometry({ left, right }: Lane) {
  const rungs = left.map((point, i) => [point, right[i] ?? point]);
  const middle = rungs.map(([a = [], b = []]) =>
    a.map((value, i) => (value + (b[i] ?? value)) / 2),
  );
  return (
    <svg
      className="absolute inset-0 size-full overflow-visible fill-none stroke-radar"
      viewBox="0 0 100 100"
      preserveAspectRatio="none"
    >
      <path d={line(left) + line(right)} vectorEffect="non-scaling-stroke" />
      <path d={rungs.map(line).join("")} strokeOpacity="0.55" vectorEffect="non-scaling-stroke" />
      <path
        className="stroke-accent"
        d={line(middle)}
        strokeDasharray="10 8"
        vectorEffect="non-scaling-stroke"
      />
    </svg>
  );
}

const line = (points: number[][]) =>
  `M${points.map((point) => point.map((value) => value.toFixed(2)).join(" ")).join("L")}`;

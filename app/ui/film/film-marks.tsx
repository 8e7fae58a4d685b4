import { memo, type CSSProperties } from "react";
import type { Lane, Mark } from "~/lib/film-overlay";
import type { LabelSide } from "./film-source";

/** A vehicle smaller than this, in percent of the picture's width, has brackets only: far ones crowd. */
const SMALLEST_LABELLED = 2.2;

interface FilmMarksProps {
  marks: Mark[];
  lane?: Lane;
  labelSides?: Readonly<Record<string, LabelSide>>;
  /** Which of the film's two pictures the places belong to. */
  className: "landscape" | "portrait";
}

/** What the machine sees in a film's picture: the own lane, and brackets around things. */
export const FilmMarks = memo(function FilmMarks({
  marks,
  lane,
  labelSides = {},
  className,
}: FilmMarksProps) {
  return (
    <div className={`film-marks ${className}`} aria-hidden="true">
      {lane && <LaneGeometry {...lane} />}
      {marks.map((mark) => (
        <div
          key={mark.id}
          className={`det ${mark.kind} ${mark.kind === "callout" ? "" : "brackets"} ${labelSides[mark.id] ?? ""}`}
          style={place(mark)}
        >
          {hasLabel(mark) && <span>{labelOf(mark)}</span>}
        </div>
      ))}
    </div>
  );
});

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
    <svg className="geo" viewBox="0 0 100 100" preserveAspectRatio="none">
      <path d={line(left) + line(right)} />
      <path className="rungs" d={rungs.map(line).join("")} />
      <path className="way" d={line(middle)} />
    </svg>
  );
}

const line = (points: number[][]) =>
  `M${points.map((point) => point.map((value) => value.toFixed(2)).join(" ")).join("L")}`;

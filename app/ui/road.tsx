import { ChevronDown } from "lucide-react";
import { Children, Suspense, useRef, type ReactNode } from "react";
import { revealStyle, useReveal } from "./reveal";

interface RoadProps {
  children: ReactNode;
  /** Whether only phones show the lane line, because wider screens have a road of another kind. */
  phonesOnly?: boolean;
}

/** The part of a marketing page with the amber lane line, which fills while the visitor scrolls. */
export function Road({ children, phonesOnly = false }: RoadProps) {
  return (
    <div className={roadStyle} data-lane={phonesOnly ? "phones" : "all"}>
      <div className={`${laneStyle} ${phonesOnly ? "sm:hidden" : ""}`} aria-hidden="true">
        <b className={frontStyle}>
          <ChevronDown strokeWidth={1.5} />
        </b>
      </div>
      {/* Nothing suspends: React hydrates each boundary on its own, so that no step of a long page delays a press. */}
      {Children.map(children, (section) => (
        <Suspense>{section}</Suspense>
      ))}
    </div>
  );
}

/** The minimum height keeps the footer below the first screen while only that part of a page is rendered. */
const roadStyle = "relative min-h-svh [view-timeline:--road]";

/**
 * Dashes in grey, and on them in amber as far as the line is filled. The front stays at 55 % of the window's height.
 * Without view timelines the line is full and has no front.
 */
const laneStyle =
  "pointer-events-none absolute inset-y-0 left-[calc(50vw-664px)] z-2 w-1.5 max-lane:left-5 max-sm:left-2 max-sm:w-0.75 " +
  "[--dashes:linear-gradient(black_36px,transparent_0)_top/100%_96px] " +
  "max-sm:[--dashes:linear-gradient(black_20px,transparent_0)_top/100%_52px] " +
  "before:absolute before:inset-0 before:bg-lane-off before:[mask:var(--dashes)] " +
  "after:absolute after:inset-0 after:bg-accent after:[mask:var(--dashes)] " +
  "after:[clip-path:inset(0_0_calc(100%-var(--travel))_0)] " +
  "supports-[animation-timeline:view()]:animate-[lane-travel_linear_both] " +
  "supports-[animation-timeline:view()]:[animation-timeline:--road] " +
  "supports-[animation-timeline:view()]:[animation-range:cover_45vh_cover_calc(100%-55vh)]";

/** The marker at the front of the lane line; not displayed where the line does not move. */
const frontStyle =
  "absolute top-(--travel) left-1/2 -m-2.75 [display:var(--front,none)] size-5.5 place-items-center rounded-full bg-ground " +
  "text-accent max-sm:-m-2 max-sm:size-4 icon:size-full";

interface RoadSectionProps {
  id: string;
  /** The section's label. Left out: the children have their own label and padding. */
  exit?: SectionLabelProps;
  className?: string;
  children: ReactNode;
  /** Content as wide as the window, below the rest. */
  wide?: ReactNode;
}

/** A section beside the road, which fades in once. */
export function RoadSection({ id, exit, className = "", children, wide }: RoadSectionProps) {
  const section = useRef<HTMLElement>(null);
  const reveal = useReveal(section);
  return (
    <section
      id={id}
      ref={section}
      data-reveal={reveal}
      className={`${revealStyle} last-of-type:pb-section ${exit ? "pt-section" : ""} ${className}`}
    >
      {exit ? (
        <div className="page-wrap">
          <SectionLabel {...exit} />
          {children}
        </div>
      ) : (
        children
      )}
      {wide}
    </section>
  );
}

interface SectionLabelProps {
  /** `03` for a section in the header, `03.5` for a section between two of them. */
  number: string;
  label: string;
}

/** The label of a section with its number, connected to the lane line. */
export function SectionLabel({ number, label }: SectionLabelProps) {
  const look = number.includes(".") ? "text-accent-ink inset-ring" : "bg-accent text-asphalt";
  return (
    <p className="relative mb-7 flex items-center gap-2.5 font-mono text-13/none font-semibold tracking-[0.09em] text-ink-2 uppercase">
      <span aria-hidden="true" className={rampStyle} />
      <b
        className={`rounded-xs px-2 py-1.5 text-15 font-bold tracking-normal tabular-nums ${look}`}
      >
        {number}
      </b>
      {label}
    </p>
  );
}

/** The curve from the lane line to the label; not displayed on wide screens without a lane line. */
const rampStyle =
  "absolute -top-3 right-full mr-3.5 h-6.5 w-11.75 rounded-bl-[26px] border-b-control border-l-control border-ink " +
  "opacity-45 in-data-[lane=phones]:hidden max-lane:hidden";

/** Classes of a section's heading with a text beside it, on narrow screens below it. */
export const sectionHead =
  "mb-12 grid grid-cols-7-5 items-end gap-6 max-xl:grid-cols-1 max-sm:mb-8 max-sm:items-stretch";

/** Classes of the small line above a section's heading. */
export const kicker = "mb-2.5 text-21/tight font-bold text-accent-ink";

/** Classes of the first paragraph of a section. */
export const lead = "max-w-measure-46 text-21/normal text-pretty text-ink-2";

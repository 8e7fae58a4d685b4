import { cva, type VariantProps } from "class-variance-authority";
import { useRef, type ReactNode } from "react";
import { useReveal } from "./use-reveal";

interface RoadSectionProps {
  id: string;
  className?: string;
  /** Space above; off where the section brings its own. */
  spaced?: boolean;
  children: ReactNode;
}

/** One exit of the road: a section that fades in once. */
export function RoadSection({ id, className = "", spaced = true, children }: RoadSectionProps) {
  const section = useRef<HTMLElement>(null);
  useReveal(section);
  return (
    <section
      id={id}
      ref={section}
      className={`${sectionStyle} ${spaced ? "pt-section" : ""} ${className}`}
    >
      {children}
    </section>
  );
}

const sectionStyle = "last-of-type:pb-section";

const headStyle = cva("", {
  variants: {
    /** What stands beside the heading: a few controls, or a text in a column of its own. */
    beside: {
      controls: "flex items-end justify-between gap-8 max-sm:flex-col max-sm:items-stretch",
      text: "grid grid-cols-7-5 items-end gap-6 max-xl:grid-cols-1 max-sm:items-stretch",
    },
    /** Space below; off where what follows brings its own. */
    spaced: { true: "mb-12 max-sm:mb-8" },
  },
  defaultVariants: { beside: "controls", spaced: true },
});

interface SectionHeadProps extends VariantProps<typeof headStyle> {
  children: ReactNode;
}

/** A section's heading with what belongs beside it; below it on narrow screens. */
export function SectionHead({ beside, spaced, children }: SectionHeadProps) {
  return <div className={headStyle({ beside, spaced })}>{children}</div>;
}

/** The small line above a section's heading. */
export function Kicker({ children }: { children: ReactNode }) {
  return <p className="mb-2.5 text-21/tight font-bold text-accent-ink">{children}</p>;
}

/** The paragraph that opens a section. `className` is for its place alone. */
export function Lead({ className = "", children }: { className?: string; children: ReactNode }) {
  return (
    <p className={`max-w-measure-46 text-21/normal text-pretty text-ink-2 ${className}`}>
      {children}
    </p>
  );
}

import { useRef, type ReactNode } from "react";
import { useReveal } from "./use-reveal";
import "./road-section.css";

interface RoadSectionProps {
  id: string;
  className?: string;
  children: ReactNode;
}

/** One exit of the road: a section that fades in once. */
export function RoadSection({ id, className = "", children }: RoadSectionProps) {
  const section = useRef<HTMLElement>(null);
  useReveal(section);
  return (
    <section id={id} ref={section} className={`road-section ${className}`}>
      {children}
    </section>
  );
}

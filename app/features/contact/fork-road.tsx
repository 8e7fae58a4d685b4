import type { ReactNode } from "react";

interface ForkRoadProps {
  /** Its place and size. */
  className: string;
}

/** A road that forks to the cards below it, flat enough to leave them the first screen. */
export function ForkRoad({ className }: ForkRoadProps) {
  return (
    <Fork className={className} height={112}>
      <path d={FLAT} className="stroke-haze" strokeWidth="60" />
      <path d={FLAT} className="stroke-asphalt" strokeWidth="56" />
      <path d={FLAT} className="stroke-accent" strokeWidth="4" strokeDasharray="22 20" />
    </Fork>
  );
}

/** The same from nearer, behind the popup. */
export function LongForkRoad({ className }: ForkRoadProps) {
  return (
    <Fork className={className} height={300}>
      <path d={LONG} className="stroke-haze" strokeWidth="100" />
      <path d={LONG} className="stroke-asphalt" strokeWidth="95" />
      <path d={LONG} className="stroke-accent" strokeWidth="6" strokeDasharray="34 30" />
    </Fork>
  );
}

const FLAT =
  "M600-10V4A48 48 0 0 1 552 52H338A48 48 0 0 0 290 100V120M600-10V4A48 48 0 0 0 648 52H862A48 48 0 0 1 910 100V120";
const LONG =
  "M600-10V36A116 116 0 0 1 484 152H406A116 116 0 0 0 290 268V320M600-10V36A116 116 0 0 0 716 152H794A116 116 0 0 1 910 268V320";

interface ForkProps extends ForkRoadProps {
  height: number;
  /** Edge lines, asphalt, lane line. */
  children: ReactNode;
}

/** Decoration. */
function Fork({ className, height, children }: ForkProps) {
  return (
    <svg
      className={className}
      viewBox={`0 0 1200 ${height}`}
      preserveAspectRatio="xMidYMid slice"
      fill="none"
      aria-hidden="true"
    >
      {children}
    </svg>
  );
}

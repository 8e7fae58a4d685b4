import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";

interface RoadProps {
  children: ReactNode;
  /** Where wider screens have a road of another kind. */
  phonesOnly?: boolean;
}

/** The stretch of a marketing page that the amber lane line runs along, filling as one scrolls. */
export function Road({ children, phonesOnly = false }: RoadProps) {
  return (
    <div className="road" data-lane={phonesOnly ? "phones" : undefined}>
      <div className={phonesOnly ? "lane sm:hidden" : "lane"} aria-hidden="true">
        <b className="lane-front">
          <ChevronDown strokeWidth={1.5} />
        </b>
      </div>
      {children}
    </div>
  );
}

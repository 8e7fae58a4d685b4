import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import "./lane-line.css";

/** The stretch of a marketing page that the amber lane line runs along, filling as one scrolls. */
export function Road({ children }: { children: ReactNode }) {
  return (
    <div className="road">
      <div className="lane" aria-hidden="true">
        <b className="lane-front">
          <ChevronDown strokeWidth={1.5} />
        </b>
      </div>
      {children}
    </div>
  );
}

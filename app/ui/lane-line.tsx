import { ChevronDown } from "lucide-react";
import type { ReactNode } from "react";
import "./lane-line.css";

/** The stretch of a marketing page that the amber lane line runs along, filling as one scrolls. */
export function Road({ children }: { children: ReactNode }) {
  return (
    <div className="road">
      <div className="lane" aria-hidden="true">
        <b>
          <ChevronDown className="i" />
        </b>
      </div>
      {children}
    </div>
  );
}

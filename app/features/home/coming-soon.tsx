import { films } from "~/content/films";
import { Film } from "~/ui/film/film";
import { Milepost } from "~/ui/milepost";
import { RoadSection } from "~/ui/road-section";
import "./coming-soon.css";

/** The banner of the unit that is not out yet. */
export function ComingSoon() {
  return (
    <RoadSection id="p-axon" className="axon">
      <div className="wrap">
        <Film
          film={films.paxon}
          edge="soft"
          className="relative order-1 -mr-4 -ml-7 h-95 sm:-mr-6 sm:-ml-12 min-[900px]:absolute min-[900px]:top-1/2 min-[900px]:-right-100 min-[900px]:mx-0 min-[900px]:h-180 min-[900px]:w-240 min-[900px]:-translate-y-1/2 split:-right-47.5"
          buttonAt="right-4 bottom-6 min-[900px]:right-106 min-[900px]:bottom-8 split:right-53.5"
        />
        <div className="axon-words">
          <Milepost number="03.5" label="P-AXON" />
          <p className="axon-badge">
            <WarningDiamond />
            Just Around the Corner
          </p>
          <p className="kicker">Coming Soon</p>
          <h2>P-AXON</h2>
          <p className="lead">
            a compact intelligence system that analyses collected data in real-time
          </p>
        </div>
      </div>
    </RoadSection>
  );
}

/** The warning sign for a curve. */
function WarningDiamond() {
  return (
    <svg viewBox="0 0 76 76" aria-hidden="true">
      <g transform="rotate(45 38 38)">
        <rect x="11" y="11" width="54" height="54" rx="6" fill="#FFB81C" />
        <rect
          x="15"
          y="15"
          width="46"
          height="46"
          rx="4"
          fill="none"
          stroke="#16191D"
          strokeWidth="2"
        />
      </g>
      <path d="M32 54V40c0-6 3-9 9-9h3" fill="none" stroke="#16191D" strokeWidth="6.5" />
      <path d="M42 21.5l11.5 9.5L42 40.5z" fill="#16191D" />
    </svg>
  );
}

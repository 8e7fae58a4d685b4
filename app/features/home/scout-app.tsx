import { Link } from "@remix-run/react";
import { Radio, Timer } from "lucide-react";
import { useRef } from "react";
import { films } from "~/content/films";
import { pages } from "~/content/pages";
import { useMotionPaused } from "~/lib/pause-motion";
import { Milepost } from "~/ui/milepost";
import { Phone } from "~/ui/phone";
import { RoadSection } from "~/ui/road-section";
import { useSeen } from "~/ui/use-in-view";
import { ProgressBubble } from "./progress-bubble";
import "./scout-app.css";

/** Scout in one look: the recording screen between its two figures. */
export function ScoutApp() {
  const grid = useRef<HTMLDivElement>(null);
  const seen = useSeen(grid, { threshold: 0.1 });
  const paused = useMotionPaused();
  return (
    <RoadSection id="scout" className="scout-app">
      <div className="wrap">
        <Milepost number="04.5" label="Scout" />
        <h2>
          <span>Simple Streams.</span> <span>Real impact.</span> <span>Smarter cities.</span>
        </h2>
        <div className={seen && !paused ? "app-grid arriving" : "app-grid"} ref={grid}>
          <div className="app-lane" aria-hidden="true" />
          <div className="app-side">
            <div className="info-card first">
              <Timer className="i" aria-hidden="true" />
              <p>Processing Time</p>
              <b>
                0.7 <small>Sec</small>
              </b>
            </div>
            <p className="app-note">
              Stream dashcam footage at 1080p or higher and earn rewards. The app is lightweight,
              low-power and AI-powered.
            </p>
          </div>
          <div className="app-phone">
            <Phone film={films.scoutRecording} />
            <ProgressBubble seen={seen} />
          </div>
          <div className="app-side">
            <div className="info-card second">
              <Radio className="i" aria-hidden="true" />
              <p>Real-time Insights</p>
              <b>25+</b>
            </div>
            <div className="app-note">
              <Link className="btn line" to={pages.scout.path}>
                See Scout
              </Link>
              <p>Android only for now. iOS coming soon.</p>
            </div>
          </div>
        </div>
      </div>
    </RoadSection>
  );
}

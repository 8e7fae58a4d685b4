import { films } from "~/content/films";
import { Film } from "~/ui/film/film";
import { Milepost } from "~/ui/milepost";
import { RoadSection } from "~/ui/road-section";
import "./coin.css";

const utilities = ["Drive demand", "Give real-world rewards", "Create passive income"];

/** What $PULS points are for. */
export function Coin() {
  return (
    <RoadSection id="coin" className="coin">
      <div className="wrap">
        <Milepost number="04" label="$PULS" />
        <div className="coin-grid">
          <Film
            film={films.pulsToken}
            edge="softer"
            className="relative -my-15 -ml-10 h-[clamp(420px,39vw,560px)] max-md:-mt-5 max-md:-mr-4 max-md:-mb-2.5 max-md:-ml-7 max-md:h-90"
            buttonAt="right-[10%] bottom-[16%]"
          />
          <div>
            <h2>$PULS Point Utility</h2>
            <p className="lead">The ecosystem offers Points utilities. They have three aims.</p>
            <ol>
              {utilities.map((utility, position) => (
                <li key={utility}>
                  <span aria-hidden="true">{position + 1}</span>
                  {utility}
                </li>
              ))}
            </ol>
          </div>
        </div>
      </div>
    </RoadSection>
  );
}

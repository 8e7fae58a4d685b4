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
          <Film film={films.pulsToken} className="coin-film" />
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

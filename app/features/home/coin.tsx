import { films } from "~/content/films";
import { Film } from "~/ui/film";
import { lead, RoadSection } from "~/ui/road";

const utilities = ["Drive demand", "Give real-world rewards", "Create passive income"];

/** The section about the uses of $PULS points. */
export function Coin() {
  return (
    <RoadSection id="coin" exit={{ number: "04", label: "$PULS" }} className="overflow-x-clip">
      <div className="grid grid-cols-1 items-center gap-6 md:grid-cols-2">
        <Film
          film={films.pulsToken}
          className="relative -mt-5 -mr-4 -mb-2.5 -ml-7 h-90 mask-radial-from-55% mask-radial-to-100% mask-radial-closest-side md:-my-15 md:mr-0 md:-ml-10 md:h-[clamp(420px,39vw,560px)]"
        />
        <div className="relative">
          <h2>$PULS Point Utility</h2>
          <p className={`${lead} mt-6`}>
            The ecosystem offers Points utilities. They have three aims.
          </p>
          <ol className="mt-10 border-t border-line">
            {utilities.map((utility, position) => (
              <li
                key={utility}
                className="flex items-baseline gap-5 border-b border-line py-[16.5px] text-21/snug font-bold"
              >
                <span
                  className="font-mono text-13/none font-semibold text-accent-ink"
                  aria-hidden="true"
                >
                  {position + 1}
                </span>
                {utility}
              </li>
            ))}
          </ol>
        </div>
      </div>
    </RoadSection>
  );
}

import { Play } from "lucide-react";
import { films } from "~/content/films";
import { useSite } from "~/features/shell/site";
import { ExternalLink } from "~/ui/external-link";
import { FilmHero } from "~/ui/film-hero";
import { Road } from "~/ui/lane-line";
import { Milepost } from "~/ui/milepost";
import { RoadSection } from "~/ui/road-section";
import { Phone } from "~/ui/phone";
import { NetworkFigures } from "./network-figures";
import { TripTiles } from "./trip-tiles";
import { WhyScout } from "./why-scout";
import "./scout.css";

/** The page of the recording app (Scout page). */
export function ScoutPage() {
  const { store } = useSite().links;
  return (
    <>
      <FilmHero film={films.scoutIntro}>
        <h1 className="scout-title">Scout</h1>
        <p className="scout-claim">
          Stream the road from the phone on your windscreen. Be rewarded with $PULS points.
        </p>
      </FilmHero>
      <Road>
        <RoadSection id="what">
          <div className="wrap">
            <Milepost number="01" label="Scout" />
            <div className="scout-what">
              <div>
                <h2>What is Scout?</h2>
                <p className="lead">
                  A mobile app. It streams video from a smartphone or a dashcam at 1080p or higher
                  and earns rewards. It is lightweight and low-power. Faces and plates are blurred
                  by AI.
                </p>
                <TripTiles />
                <p className="systems">Android only for now. iOS coming soon.</p>
              </div>
              <div className="demo">
                <Phone film={films.scoutRecording} />
              </div>
            </div>
          </div>
        </RoadSection>
        <NetworkFigures />
        <RoadSection id="why">
          <div className="wrap">
            <Milepost number="02" label="Why" />
            <h2>Why choose Scout</h2>
            <WhyScout />
            <div className="scout-get">
              <p className="lead">Mount the phone. Start Scout. Drive.</p>
              <ExternalLink className="btn" href={store} arrow={false}>
                <Play className="i" aria-hidden="true" />
                Get it on Google Play
              </ExternalLink>
            </div>
          </div>
        </RoadSection>
      </Road>
    </>
  );
}

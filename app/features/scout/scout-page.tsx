import { films } from "~/content/films";
import { pages } from "~/content/pages";
import { FilmHero } from "~/ui/film-hero";
import { Road } from "~/ui/road";
import { Lead, RoadSection } from "~/ui/road-section";
import { SectionLabel } from "~/ui/section-label";
import { Phone } from "~/ui/phone";
import { NetworkFigures, TripTiles } from "./scout-figures";
import { WhyScout } from "./why-scout";
import { Play } from "lucide-react";
import { useSite } from "~/features/shell/site";
import { buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";

/** The page of the recording app. */
export function ScoutPage() {
  return (
    <>
      {/* The phone stands right of the film's middle. */}
      <FilmHero film={films.scoutIntro} className="max-xl:focus-x-72 max-sm:focus-x-94">
        <h1 className="text-144/figure tracking-tighter max-sm:text-[5.25rem]">Scout</h1>
        <p className="mt-6.5 max-w-measure-46 text-21/normal max-sm:text-17 sm:max-deck:max-w-measure-30">
          Stream the road from the phone on your windscreen. Be rewarded with $PULS points.
        </p>
        <StoreLink className="mt-7 self-start" />
      </FilmHero>
      <Road>
        <ScoutSections />
      </Road>
    </>
  );
}

/** What is below the first screen. */
function ScoutSections() {
  return (
    <>
      <RoadSection id="what">
        <div className="page-wrap">
          <SectionLabel number="01" label="Scout" />
          <div className="grid items-center gap-6 max-deck:grid-cols-1 deck:grid-cols-7-5">
            <div>
              <h2>What is Scout?</h2>
              <Lead className="mt-6">
                A mobile app. It streams video from a smartphone or a dashcam at 1080p or higher and
                earns rewards. It is lightweight and low-power. Faces and plates are blurred by AI.
              </Lead>
              <TripTiles />
              <p className="mt-5 text-15 text-ink-2">Android only for now. iOS coming soon.</p>
            </div>
            <div className="grid justify-end max-deck:mt-8 max-deck:justify-center">
              <Phone film={films.scoutRecording} />
            </div>
          </div>
        </div>
      </RoadSection>
      <NetworkFigures />
      <RoadSection id="why">
        <div className="page-wrap">
          <SectionLabel number="02" label="Why" />
          <h2>Why choose Scout</h2>
          <WhyScout />
          <div className="mt-14 flex items-center justify-between gap-8 max-sm:flex-col max-sm:items-start">
            <Lead>Mount the phone. Start Scout. Drive.</Lead>
            <StoreLink />
          </div>
          <p className="mt-10 text-15 text-ink-2">
            Leaving Scout?{" "}
            <a href={pages.deleteUser.path} className="inline-block py-1 text-ink">
              {pages.deleteUser.title}
            </a>
          </p>
        </div>
      </RoadSection>
    </>
  );
}

/** The way to the app's page in the store. `className` is for its place alone. */
function StoreLink({ className }: { className?: string }) {
  const { store } = useSite().links;
  return (
    <ExternalLink className={buttonStyle({ className })} href={store} arrow={false}>
      <Play className="icon" strokeWidth={1.5} aria-hidden="true" />
      Get it on Google Play
    </ExternalLink>
  );
}

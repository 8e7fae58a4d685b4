import { Road } from "~/ui/road";
import { ArticlesCarousel } from "./articles-carousel";
import { Coin } from "./coin";
import { ComingSoon } from "./coming-soon";
import { Ecosystem } from "./ecosystem";
import { Hero } from "./hero";
import { Partners } from "./partners";
import { Roadmap } from "./roadmap";
import { ScoutApp } from "./scout-app";
import { Solutions } from "./solutions";
import { Team } from "./team";
import { Tech } from "./tech";

/** The home page: its sections, in page order. */
export function HomePage() {
  return (
    <>
      <Hero />
      <Road>
        <ArticlesCarousel />
        <Partners />
        <Solutions />
        <ComingSoon />
        <Coin />
        <ScoutApp />
        <Tech />
        <Roadmap />
        <Ecosystem />
        <Team />
      </Road>
    </>
  );
}

import { useLocation } from "@remix-run/react";
import type { ComponentType } from "react";
import { Road } from "~/ui/road";
import { useBelowFirstScreen } from "~/ui/use-below-first-screen";
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

/** What is below the first screen, by the id that links name. */
const sections: [id: string, Section: ComponentType][] = [
  ["blogs", ArticlesCarousel],
  ["partners", Partners],
  ["solutions", Solutions],
  ["p-axon", ComingSoon],
  ["coin", Coin],
  ["scout", ScoutApp],
  ["tech", Tech],
  ["roadmap", Roadmap],
  ["ecosystem", Ecosystem],
  ["team", Team],
];

/** The home page: its sections, in page order. */
export function HomePage() {
  const asked = useLocation().hash.slice(1);
  const complete = useBelowFirstScreen();
  return (
    <>
      <Hero />
      <Road>
        {sections.map(([id, Section]) => (complete || id === asked) && <Section key={id} />)}
      </Road>
    </>
  );
}

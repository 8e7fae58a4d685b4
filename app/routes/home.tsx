import type { MetaFunction } from "@remix-run/node";
import { organization } from "~/content/organization";
import { ArticlesCarousel } from "~/features/home/articles-carousel";
import { Coin } from "~/features/home/coin";
import { ComingSoon } from "~/features/home/coming-soon";
import { Ecosystem } from "~/features/home/ecosystem";
import { Hero } from "~/features/home/hero";
import { Loader } from "~/features/home/loader/loader";
import { Partners } from "~/features/home/partners";
import { Roadmap } from "~/features/home/roadmap";
import { ScoutApp } from "~/features/home/scout-app";
import { Solutions } from "~/features/home/solutions";
import { Team } from "~/features/home/team";
import { Tech } from "~/features/home/tech";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";
import { siteOf } from "~/features/shell/site";
import { Road } from "~/ui/road";

export const handle: PageHandle = { publicCache: {}, current: "Home", Opening: Loader };

export const meta: MetaFunction = ({ matches }) => [
  ...pageMeta("home", matches),
  { "script:ld+json": organization(siteOf(matches)) },
];

/** The home page: its sections, in page order. */
export default function Home() {
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

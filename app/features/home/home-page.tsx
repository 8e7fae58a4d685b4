import { useRouteLoaderData } from "@remix-run/react";
import { lazy, Suspense, type ComponentType } from "react";
import { SiteShell } from "~/features/shell/site-shell";
import { StructuredData } from "~/features/shell/structured-data";
import { useOutboundLinks } from "~/features/shell/use-outbound-links";
import { useSiteName } from "~/ui/use-site-name";
import { Road } from "~/ui/lane-line";
import { ArticlesCarousel } from "./articles-carousel";
import { Coin } from "./coin";
import { ComingSoon } from "./coming-soon";
import { Ecosystem } from "./ecosystem";
import { Hero } from "./hero";
import { CoverScript } from "./loader/cover-script";
import { leaveLoader, useFirstVisit } from "./loader/first-visit";
import { organization } from "./organization";
import { Partners } from "./partners";
import { Roadmap } from "./roadmap";
import { ScoutApp } from "./scout-app";
import { Solutions } from "./solutions";
import { Team } from "./team";
import { Tech } from "./tech";
import "./loader/cover.css";

/** Only first visits need it; one whose loader cannot be fetched goes on without. */
const Loader = lazy<ComponentType>(() =>
  import("./loader/loader").then(
    (module) => ({ default: module.Loader }),
    () => {
      leaveLoader();
      return { default: () => null };
    },
  ),
);

/** The home page: its sections, from milepost to milepost. */
export function HomePage() {
  const firstVisit = useFirstVisit();
  const siteName = useSiteName();
  const links = useOutboundLinks();
  const siteUrl = useRouteLoaderData<{ siteUrl: string }>("root")?.siteUrl ?? "";
  return (
    <>
      <StructuredData data={organization(siteName, siteUrl, links)} />
      <CoverScript />
      {firstVisit && (
        <Suspense>
          <Loader />
        </Suspense>
      )}
      <SiteShell current="Home" covered={firstVisit}>
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
      </SiteShell>
    </>
  );
}

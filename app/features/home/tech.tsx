import { ArrowRight, ArrowUp, ArrowUpRight } from "lucide-react";
import { films } from "~/content/films";
import { useSite } from "~/features/shell/site";
import { ExternalLink } from "~/ui/external-link";
import { Film } from "~/ui/film/film";
import { MessageSign } from "~/ui/message-sign";
import { Milepost } from "~/ui/milepost";
import { RoadSection } from "~/ui/road-section";
import "./tech.css";

const useCases = [
  { name: "City operations", Direction: ArrowUp },
  { name: "Public transportation", Direction: ArrowUp },
  { name: "Navigation", Direction: ArrowUpRight },
  { name: "Urban planning", Direction: ArrowRight },
  { name: "Geospatial, and more", Direction: ArrowRight },
] as const;

/** Where the footage comes from and who the insights are for. */
export function Tech() {
  const { links } = useSite();
  return (
    <RoadSection id="tech">
      <div className="wrap">
        <Milepost number="05" label="Tech" />
        <div className="section-head split tech-head">
          <h2>Real-Time Urban Insights</h2>
          <p className="lead">
            Footage is crowdsourced with our own technology. Insights are shared with stakeholders,
            from city operations to navigation.
          </p>
        </div>
        <div className="tech-grid">
          <Film film={films.pointCloud} className="tech-film" />
          <div className="sign destinations">
            <p>Insights for</p>
            <ul>
              {useCases.map(({ name, Direction }) => (
                <li key={name}>
                  {name}
                  <Direction className="i" aria-hidden="true" />
                </li>
              ))}
            </ul>
          </div>
        </div>
        <div className="motto">
          <MessageSign lines={["You Drive.", "We learn!", "You Earn!"]} />
          <ExternalLink className="btn line" href={links.whitepaperCustomers}>
            Learn More <span className="vh">about our customers</span>
          </ExternalLink>
        </div>
      </div>
    </RoadSection>
  );
}

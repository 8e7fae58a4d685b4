import { useInView } from "framer-motion";
import { useRef } from "react";
import { MARQUEE_COPIES, partnerRows, type Partner } from "~/content/partners";
import { inert } from "~/lib/inert";
import { Milepost } from "~/ui/milepost";
import { PauseButton } from "~/ui/pause-button";
import { RoadSection } from "~/ui/road-section";
import { usePause } from "~/ui/use-pause";
import "./partners.css";

const copies = Array.from({ length: MARQUEE_COPIES }, (_, index) => index);

/** Two rows of partners that run in opposite directions. Each name is read out once. */
export function Partners() {
  const rows = useRef<HTMLDivElement>(null);
  const inView = useInView(rows);
  const [paused, togglePause] = usePause();
  return (
    <RoadSection id="partners">
      <div className="wrap">
        <Milepost number="02" label="Partners" />
        <div className="section-head partners-head">
          <h2>Trusted by Leading Brands</h2>
          <PauseButton what="partner logos" paused={paused} onToggle={togglePause} />
        </div>
      </div>
      <div className="marquee" ref={rows} data-moving={!paused} data-running={inView && !paused}>
        {partnerRows.map((partners) => (
          <div className="marquee-row" key={partners[0]?.name}>
            {copies.map((copy) => (
              <ul key={copy} aria-hidden={copy > 0 || undefined} {...inert(copy > 0)}>
                {partners.map((partner) => (
                  <PartnerLogo key={partner.name} partner={partner} />
                ))}
              </ul>
            ))}
          </div>
        ))}
      </div>
    </RoadSection>
  );
}

function PartnerLogo({ partner }: { partner: Partner }) {
  return (
    <li>
      <svg viewBox="0 0 32 32" fill="currentColor" fillRule="evenodd" aria-hidden="true">
        {partner.logo.map(({ d, opacity, cutOut }) => (
          <path key={d} d={d} opacity={opacity} fill={cutOut ? "var(--ground)" : undefined} />
        ))}
      </svg>
      {partner.name}
    </li>
  );
}

import { useRef } from "react";
import { MARQUEE_COPIES, partnerRows, type Partner } from "~/content/partners";
import { inert } from "~/lib/inert";
import { Milepost } from "~/ui/milepost";
import { PauseButton } from "~/ui/pause-button";
import { RoadSection, SectionHead } from "~/ui/road-section";
import { useInView } from "~/ui/use-in-view";
import { usePause } from "~/ui/use-pause";

/** Two rows of partners that run in opposite directions. Each name is read out once. */
export function Partners() {
  const rows = useRef<HTMLDivElement>(null);
  const inView = useInView(rows);
  const [paused, togglePause] = usePause();
  return (
    <RoadSection id="partners">
      <div className="page-wrap">
        <Milepost number="02" label="Partners" />
        <SectionHead room={false}>
          <h2>Trusted by Leading Brands</h2>
          <PauseButton what="partner logos" paused={paused} onToggle={togglePause} />
        </SectionHead>
      </div>
      <div
        className="relative z-3 mt-12 divide-y divide-line overflow-hidden border-y border-line bg-ground"
        ref={rows}
        data-moving={!paused}
      >
        {partnerRows.map((partners) => (
          <MarqueeRow key={partners[0]?.name} partners={partners} running={inView && !paused} />
        ))}
      </div>
    </RoadSection>
  );
}

interface MarqueeRowProps {
  partners: readonly Partner[];
  running: boolean;
}

/** Where nothing moves, every name stands once, and the row wraps. */
function MarqueeRow({ partners, running }: MarqueeRowProps) {
  const copies = Array.from({ length: MARQUEE_COPIES }, (_, index) => index);
  return (
    <div
      className="moving:flex moving:w-max moving:animate-marquee moving:even:[animation-direction:reverse]"
      style={{ animationPlayState: running ? "running" : "paused" }}
    >
      {copies.map((copy) => (
        <ul
          key={copy}
          className={`flex-wrap moving:flex moving:flex-nowrap ${copy === 0 ? "flex" : "hidden"}`}
          aria-hidden={copy > 0 || undefined}
          {...inert(copy > 0)}
        >
          {partners.map((partner) => (
            <PartnerLogo key={partner.name} partner={partner} />
          ))}
        </ul>
      ))}
    </div>
  );
}

function PartnerLogo({ partner }: { partner: Partner }) {
  return (
    <li className={nameStyle}>
      <svg
        className="-mt-1 size-7.5"
        viewBox="0 0 32 32"
        fill="currentColor"
        fillRule="evenodd"
        aria-hidden="true"
      >
        {partner.logo.map(({ d, opacity, cutOut }) => (
          <path key={d} d={d} opacity={opacity} className={cutOut ? "fill-ground" : undefined} />
        ))}
      </svg>
      {partner.name}
    </li>
  );
}

const nameStyle = [
  "flex h-20 items-center gap-3.5 border-line px-6.5 moving:border-r sm:h-26 sm:px-11",
  "text-17/none font-bold tracking-snug whitespace-nowrap text-dust sm:text-21",
].join(" ");

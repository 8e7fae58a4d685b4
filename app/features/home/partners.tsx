import { useRef } from "react";
import { MARQUEE_COPIES, partnerRows, type Partner } from "~/content/partners";
import { inert } from "~/ui/inert";
import { SectionLabel } from "~/ui/section-label";
import { PauseButton } from "~/ui/pause-button";
import { RoadSection, SectionHead } from "~/ui/road-section";
import { useInView } from "~/ui/use-in-view";
import { usePause } from "~/lib/pause-motion";

/** Two rows of partners that run in opposite directions. Each name is read out once. */
export function Partners() {
  const rows = useRef<HTMLDivElement>(null);
  const inView = useInView(rows);
  const [paused, togglePause] = usePause();
  return (
    <RoadSection id="partners">
      <div className="page-wrap">
        <SectionLabel number="02" label="Partners" />
        <SectionHead spaced={false}>
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
    <div className={rowStyle} style={{ animationPlayState: running ? "running" : "paused" }}>
      {copies.map((copy) => (
        <ul key={copy} aria-hidden={copy > 0 || undefined} {...inert(copy > 0)}>
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
    <li>
      <svg viewBox="0 0 32 32" fill="currentColor" fillRule="evenodd" aria-hidden="true">
        {partner.logo.map(({ d, opacity, cutOut }) => (
          <path key={d} d={d} opacity={opacity} className={cutOut ? "fill-ground" : undefined} />
        ))}
      </svg>
      {partner.name}
    </li>
  );
}

// The styles of its lists, names and logos stand here once: on each of them they would be a tenth of the page.
const rowStyle = [
  "page-wrap moving:flex moving:w-max moving:max-w-none moving:p-0",
  "moving:animate-marquee moving:even:[animation-direction:reverse]",
  "text-17/none font-bold tracking-snug whitespace-nowrap text-dust sm:text-21/none",
  // A copy of all names; the first is there where nothing moves.
  "*:flex *:flex-wrap *:not-first:hidden moving:*:flex moving:*:flex-nowrap",
  "*:-mx-6.5 sm:*:-mx-11 moving:*:mx-0",
  // A name.
  "*:*:flex *:*:h-20 *:*:items-center *:*:gap-3.5 *:*:border-line *:*:px-6.5 moving:*:*:border-r",
  "sm:*:*:h-26 sm:*:*:px-11 *:*:icon:-mt-1 *:*:icon:size-7.5",
].join(" ");

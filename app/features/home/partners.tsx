import { memo, useRef } from "react";
import { MARQUEE_COPIES, partnerRows, type Partner } from "~/content/partners";
import { inert } from "~/ui/inert";
import { SectionLabel } from "~/ui/section-label";
import { PauseButton } from "~/ui/pause-button";
import { RoadSection, SectionHead } from "~/ui/road-section";
import { useInView, useSeen } from "~/ui/use-in-view";
import { usePause } from "~/lib/pause-motion";

/** Two rows of partners that run in opposite directions. Each name is read out once. */
export function Partners() {
  const rows = useRef<HTMLDivElement>(null);
  const inView = useInView(rows);
  // The first copy is all there is until the rows come near the window: the page has less to hydrate.
  const near = useSeen(rows, { margin: "400px" });
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
          <MarqueeRow
            key={partners[0]?.name}
            partners={partners}
            copies={near ? MARQUEE_COPIES : 1}
            running={inView && !paused}
          />
        ))}
      </div>
    </RoadSection>
  );
}

interface MarqueeRowProps {
  partners: readonly Partner[];
  /** How often the names stand in it. */
  copies: number;
  running: boolean;
}

/** Where nothing moves, every name stands once, and the row wraps. */
function MarqueeRow({ partners, copies, running }: MarqueeRowProps) {
  return (
    <div className={rowStyle} style={{ animationPlayState: running ? "running" : "paused" }}>
      {Array.from({ length: copies }, (_, copy) => (
        <ul
          key={copy}
          className={copyStyle}
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

const PartnerLogo = memo(function PartnerLogo({ partner }: { partner: Partner }) {
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
});

const rowStyle =
  "page-wrap moving:flex moving:w-max moving:max-w-none moving:p-0 moving:animate-marquee " +
  "moving:even:[animation-direction:reverse] text-17/none font-bold tracking-snug whitespace-nowrap text-dust sm:text-21/none";

const copyStyle =
  "-mx-6.5 flex flex-wrap not-first:hidden sm:-mx-11 moving:mx-0 moving:flex moving:flex-nowrap";

const nameStyle =
  "flex h-20 items-center gap-3.5 border-line px-6.5 moving:border-r sm:h-26 sm:px-11";

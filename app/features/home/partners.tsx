import { useRef } from "react";
import { MARQUEE_COPIES, partnerRows, type Partner } from "~/content/partners";
import { inert } from "~/ui/inert";
import { RoadSection } from "~/ui/road";
import { useSeen } from "~/ui/use-in-view";

/** Two marquees of partners that run in opposite directions. Screen readers read each name once. */
export function Partners() {
  const rows = useRef<HTMLDivElement>(null);
  // The server renders one copy, because only scripts move the rows; the others follow when they are about to be seen.
  const copies = useSeen(rows, { margin: "300px" }) ? MARQUEE_COPIES : 1;
  return (
    <RoadSection
      id="partners"
      exit={{ number: "02", label: "Partners" }}
      wide={
        <div
          ref={rows}
          className="relative z-3 mt-12 divide-y divide-line overflow-hidden border-y border-line bg-ground"
        >
          {partnerRows.map((partners) => (
            <div key={partners[0]?.name} className={rowStyle}>
              {Array.from({ length: copies }, (_, copy) => (
                <PartnerNames key={copy} partners={partners} isCopy={copy > 0} />
              ))}
            </div>
          ))}
        </div>
      }
    >
      <h2>Trusted by Leading Brands</h2>
    </RoadSection>
  );
}

interface PartnerNamesProps {
  partners: readonly Partner[];
  isCopy: boolean;
}

/** The names of a row, once. Copies are decorative; while nothing moves they are not displayed, and the row wraps. */
function PartnerNames({ partners, isCopy }: PartnerNamesProps) {
  return (
    <ul className={copyStyle} aria-hidden={isCopy || undefined} {...inert(isCopy)}>
      {partners.map(({ name, logo }) => (
        <li key={name} className={nameStyle}>
          <svg
            className="size-7.5"
            viewBox="0 0 32 32"
            fill="currentColor"
            fillRule="evenodd"
            aria-hidden="true"
          >
            {logo.map(({ d, opacity, cutOut }) => (
              <path
                key={d}
                d={d}
                opacity={opacity}
                className={cutOut ? "fill-ground" : undefined}
              />
            ))}
          </svg>
          {name}
        </li>
      ))}
    </ul>
  );
}

const rowStyle =
  "page-wrap in-data-[motion=moving]:flex in-data-[motion=moving]:w-max in-data-[motion=moving]:max-w-none in-data-[motion=moving]:p-0 in-data-[motion=moving]:animate-[marquee_25s_linear_infinite] " +
  "in-data-[motion=moving]:even:[animation-direction:reverse] text-17/none font-bold tracking-snug whitespace-nowrap text-dust sm:text-21/none";

const copyStyle =
  "-mx-6.5 flex flex-wrap not-first:hidden sm:-mx-11 in-data-[motion=moving]:mx-0 in-data-[motion=moving]:flex in-data-[motion=moving]:flex-nowrap";

const nameStyle =
  "flex h-20 items-center gap-3.5 border-line px-6.5 in-data-[motion=moving]:border-r sm:h-26 sm:px-11";

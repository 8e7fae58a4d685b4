import { MARQUEE_COPIES, partnerRows } from "~/content/partners";
import { RoadSection } from "~/ui/road";

/**
 * Two marquees of partners that run in opposite directions. Screen readers read each name once. While nothing moves, the
 * copies are not displayed, and the rows wrap.
 */
export function Partners() {
  return (
    <RoadSection
      id="partners"
      exit={{ number: "02", label: "Partners" }}
      wide={
        <div className="relative z-3 mt-12 divide-y divide-line overflow-hidden border-y border-line bg-ground">
          {partnerRows.map((partners) => (
            <div key={partners[0]?.name} className={rowStyle}>
              {Array.from({ length: MARQUEE_COPIES }, (_, copy) => (
                <ul key={copy} className={copyStyle} aria-hidden={copy > 0 || undefined}>
                  {partners.map(({ name, logo }) => (
                    <li key={name} className={nameStyle}>
                      <svg
                        className="size-7.5"
                        viewBox="0 0 32 32"
                        fill="currentColor"
                        fillRule="evenodd"
                        aria-hidden="true"
                      >
                        {logo.map(({ cutOut, ...path }) => (
                          <path key={path.d} className={cutOut && "fill-ground"} {...path} />
                        ))}
                      </svg>
                      {name}
                    </li>
                  ))}
                </ul>
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

const rowStyle =
  "page-wrap text-17/none font-bold tracking-snug whitespace-nowrap text-dust sm:text-21/none " +
  "moving:flex moving:w-max moving:max-w-none moving:p-0 moving:animate-[marquee_25s_linear_infinite] " +
  "moving:even:[animation-direction:reverse]";

const copyStyle =
  "-mx-6.5 flex flex-wrap not-first:hidden sm:-mx-11 moving:mx-0 moving:flex-nowrap moving:not-first:flex";

const nameStyle =
  "flex h-20 items-center gap-3.5 border-line px-6.5 moving:border-r sm:h-26 sm:px-11";

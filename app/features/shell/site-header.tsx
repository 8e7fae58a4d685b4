import { blogStop, productLinks, sectionStops, sectionUrl } from "~/content/navigation";
import { ButtonLink } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { Logo } from "~/ui/logo";
import { MobileMenu } from "./mobile-menu";
import { PauseMotionSwitch } from "./pause-motion-switch";
import { useSite } from "./site";

/**
 * Header of the public site. On medium screens the section links have a row of their own.
 *
 * @param current label of the section or product that the page belongs to
 */
export function SiteHeader({ current }: { current?: string | undefined }) {
  const { siteName } = useSite();
  return (
    <header className="relative z-20 border-b border-line bg-ground">
      <div
        className={`mx-auto flex min-h-16 max-w-312 items-center gap-2 px-4 ${fromTablets} ${fromWideScreens}`}
      >
        <Logo siteName={siteName} />
        <SectionNav current={current} />
        <span className="ml-auto xl:ml-0">
          <PauseMotionSwitch />
        </span>
        <div className="hidden flex-wrap gap-2 sm:flex">
          {productLinks.map(({ label, to }, index) => (
            <ButtonLink
              key={to}
              href={to}
              size="small"
              tone={index === productLinks.length - 1 ? "accent" : "line"}
              wraps={false}
              className="wrap-anywhere"
              aria-current={label === current ? "page" : undefined}
            >
              {label}
            </ButtonLink>
          ))}
        </div>
        <MobileMenu current={current} />
      </div>
    </header>
  );
}

const fromTablets = "sm:min-h-18 sm:flex-wrap sm:gap-x-3 sm:gap-y-0 sm:px-6 sm:pt-2.5";
const fromWideScreens = "xl:gap-x-5 xl:pt-0";

function SectionNav({ current }: { current?: string | undefined }) {
  const place = "order-1 -ml-2.75 hidden w-full sm:flex xl:order-none xl:mx-auto xl:w-auto";
  return (
    <nav className={`${place} ${stops}`} aria-label="Sections">
      {sectionStops.map(({ id, label }) => (
        <a key={id} href={sectionUrl(id)} aria-current={label === current ? "page" : undefined}>
          {label}
          {label === current && <LaneMark />}
        </a>
      ))}
      <ExternalLink
        href={blogStop.to}
        className="icon:size-3.75"
        aria-current={blogStop.label === current ? "page" : undefined}
      >
        {blogStop.label}
        {blogStop.label === current && <LaneMark />}
      </ExternalLink>
    </nav>
  );
}

const stops =
  "flex-wrap gap-0.5 text-15/none font-semibold text-ink-2 " +
  "*:relative *:inline-flex *:min-h-11 *:items-center *:gap-1 *:px-2.75 *:no-underline " +
  "*:hover:text-ink *:aria-[current]:text-ink";

/** A piece of lane line under the link of the current section. */
function LaneMark() {
  return (
    <span
      aria-hidden="true"
      className={`absolute inset-x-2.75 bottom-0 h-1 bg-accent ${oneGap} forced-colors:bg-highlight forced-colors:mask-none`}
    />
  );
}

const oneGap = "mask-[linear-gradient(90deg,black_44%,transparent_44%_56%,black_56%)]";

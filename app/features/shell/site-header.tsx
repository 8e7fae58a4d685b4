import { productLinks, stops } from "~/content/navigation";
import { ButtonLink } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { Logo } from "./logo";
import { MobileMenu } from "./mobile-menu";
import { usePageHandle } from "./page-handle";
import { PauseMotionSwitch } from "./pause-motion-switch";

/** Header of the public site. On medium screens the section links have a row of their own. */
export function SiteHeader() {
  const { current } = usePageHandle();
  const mark = (label: string) => (label === current ? "page" : undefined);
  return (
    <header className="relative z-20 border-b border-line bg-ground">
      <div className="mx-auto flex min-h-16 max-w-312 items-center gap-2 px-4 sm:min-h-18 sm:flex-wrap sm:gap-x-3 sm:gap-y-0 sm:px-6 sm:pt-2.5 xl:gap-x-5 xl:pt-0">
        <Logo />
        <nav className={`${navLinks} ${laneMark}`} aria-label="Sections">
          {stops.map(({ label, to, newTab }) => {
            const Anchor = newTab ? ExternalLink : "a";
            return (
              <Anchor key={to} href={to} aria-current={mark(label)}>
                {label}
              </Anchor>
            );
          })}
        </nav>
        <span className="ml-auto xl:ml-0">
          <PauseMotionSwitch className="sm:size-10" />
        </span>
        <div className="hidden flex-wrap gap-2 sm:flex">
          {productLinks.map(({ label, to, tone }) => (
            <ButtonLink
              key={to}
              href={to}
              size="small"
              tone={tone}
              wraps={false}
              aria-current={mark(label)}
            >
              {label}
            </ButtonLink>
          ))}
        </div>
        <MobileMenu />
      </div>
    </header>
  );
}

const navLinks =
  "order-1 -ml-2.75 hidden w-full sm:flex xl:order-none xl:mx-auto xl:w-auto flex-wrap gap-0.5 text-15/none font-semibold text-ink-2 *:icon:size-3.75 " +
  "*:relative *:inline-flex *:min-h-11 *:items-center *:gap-1 *:px-2.75 *:no-underline " +
  "*:hover:text-ink *:aria-[current]:text-ink";

/** A piece of lane line under the link of the current section. */
const laneMark =
  "*:aria-[current]:after:absolute *:aria-[current]:after:inset-x-2.75 *:aria-[current]:after:bottom-0 " +
  "*:aria-[current]:after:h-1 *:aria-[current]:after:bg-accent forced-colors:*:aria-[current]:after:bg-highlight " +
  "*:aria-[current]:after:mask-[linear-gradient(90deg,black_44%,transparent_44%_56%,black_56%)] " +
  "forced-colors:*:aria-[current]:after:mask-none";

import { Menu, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { flushSync } from "react-dom";
import {
  blogStop,
  copyrightYear,
  productLinks,
  sectionStops,
  sectionUrl,
} from "~/content/navigation";
import { ButtonLink, IconButton } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { Logo } from "~/ui/logo";
import { useSite } from "./site";
import { SocialLinks } from "./social-links";

const MENU_ID = "menu";

// React 18 does not know the popover attributes, but passes unknown attributes on to the element.
const opensMenu: Record<string, string> = { popovertarget: MENU_ID };
const closesMenu: Record<string, string> = { ...opensMenu, popovertargetaction: "hide" };
const popover: Record<string, string> = { popover: "auto" };

/** The button that opens the menu, also without scripts. */
export function MenuButton() {
  return (
    <IconButton
      className="sm:hidden no-popover:hidden"
      aria-label="Menu"
      aria-haspopup="dialog"
      {...opensMenu}
    >
      <Menu className="icon" />
    </IconButton>
  );
}

interface MobileMenuProps {
  current?: string | undefined;
  /** Called when the menu opens or closes. The page behind an open menu has to be inert. */
  onToggle: (open: boolean) => void;
}

/**
 * The menu that slides in: a popover, which opens, closes and gives the focus back without scripts. Render it outside of
 * the element that is inert while the menu is open. Browsers without popovers show the menu as a part of the page.
 */
export function MobileMenu({ current, onToggle }: MobileMenuProps) {
  const { siteName } = useSite();
  const menu = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const element = menu.current;
    if (!element) return;
    const handleToggle = ({ type, newState }: ToggleEvent) => {
      const open = newState === "open";
      // `beforetoggle` on closing: the menu button gets the focus back only if it is not inert any more by then.
      if (open !== (type === "toggle")) return;
      flushSync(() => onToggle(open));
      if (open) element.querySelector<HTMLElement>("a")?.focus();
    };
    element.addEventListener("toggle", handleToggle);
    element.addEventListener("beforetoggle", handleToggle);
    return () => {
      element.removeEventListener("toggle", handleToggle);
      element.removeEventListener("beforetoggle", handleToggle);
    };
  }, [onToggle]);
  const close = () => menu.current?.hidePopover?.();
  return (
    <div id={MENU_ID} ref={menu} className={look} role="dialog" aria-label="Menu" {...popover}>
      <div className="relative flex flex-1 flex-col pr-6 pb-6 pl-10">
        <Lane />
        <div className="-mr-2 -ml-6 flex h-16 flex-none items-center justify-between">
          <Logo siteName={siteName} />
          <IconButton className="no-popover:hidden" aria-label="Close menu" {...closesMenu}>
            <X className="icon" />
          </IconButton>
        </div>
        <Stops current={current} onChoose={close} />
        <div className="my-6 grid grid-cols-2 gap-2.5">
          {productLinks.map(({ label, to }, index) => (
            <ButtonLink
              key={to}
              href={to}
              onClick={close}
              tone={index === productLinks.length - 1 ? "accent" : "line"}
              wraps={false}
              className="wrap-anywhere last:col-span-full"
            >
              {label}
            </ButtonLink>
          ))}
        </div>
        <SocialLinks size="small" className="mt-auto" />
        <p className="mt-4.5 font-mono text-13/none font-semibold text-ink-2">
          © {copyrightYear.menu} {siteName}
        </p>
      </div>
    </div>
  );
}

const look =
  "m-0 hidden w-86.5 max-w-full flex-col overflow-y-auto border-0 border-l border-line bg-ground p-0 text-ink sm:hidden " +
  "open:fixed open:inset-y-0 open:right-0 open:left-auto open:flex open:h-dvh open:max-h-none open:animate-menu-in " +
  "backdrop:bg-scrim max-sm:no-popover:flex";

function Lane() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-21 bottom-6 left-4 w-0.75 bg-accent mask-[repeating-linear-gradient(black_0_20px,transparent_20px_52px)] forced-color-adjust-none"
    />
  );
}

function Stops({ current, onChoose }: { current: string | undefined; onChoose: () => void }) {
  return (
    <nav aria-label="Menu sections">
      <ul className={stops}>
        {sectionStops.map(({ id, label, sectionNumber }) => (
          <li key={id}>
            <a
              href={sectionUrl(id)}
              onClick={onChoose}
              aria-current={label === current ? "page" : undefined}
            >
              <StopNumber>{sectionNumber}</StopNumber>
              {label}
            </a>
          </li>
        ))}
        <li>
          <ExternalLink
            href={blogStop.to}
            onClick={onChoose}
            className="icon:ml-auto icon:size-5 icon:text-ink-2"
          >
            <StopNumber>{blogStop.sectionNumber}</StopNumber>
            {blogStop.label}
          </ExternalLink>
        </li>
      </ul>
    </nav>
  );
}

const stops =
  "*:*:flex *:*:min-h-13 *:*:items-center *:*:gap-3.5 *:*:border-b *:*:border-line " +
  "*:*:text-28/none *:*:font-extrabold *:*:tracking-snug *:*:no-underline";

function StopNumber({ children }: { children: string }) {
  return (
    <b
      aria-hidden="true"
      className="w-[4ch] font-mono text-13/none font-bold tracking-normal text-accent-ink"
    >
      {children}
    </b>
  );
}

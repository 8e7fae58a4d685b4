import { Menu, X } from "lucide-react";
import { useRef, type MouseEvent } from "react";
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

// React 18 has no types for the popover attributes, but passes them on to the element.
const popover: Record<string, string> = { popover: "auto" };
const opensMenu: Record<string, string> = { popovertarget: MENU_ID };
const closesMenu: Record<string, string> = { ...opensMenu, popovertargetaction: "hide" };

/**
 * The menu button of phones and the dialog that slides in. Without scripts the dialog is a popover; scripts make it
 * modal, and close it when a link is chosen.
 */
export function MobileMenu({ current }: { current?: string | undefined }) {
  const { siteName } = useSite();
  const menu = useRef<HTMLDialogElement>(null);
  const open = (event: MouseEvent) => {
    event.preventDefault(); // no popover
    menu.current?.hidePopover?.(); // opened before the scripts ran
    menu.current?.showModal();
  };
  const closeOnChoice = ({ target, currentTarget }: MouseEvent<HTMLDialogElement>) => {
    const isOutside = target === currentTarget;
    if (!isOutside && !(target as Element).closest("a, button")) return;
    currentTarget.hidePopover?.();
    currentTarget.close();
  };
  return (
    <>
      <IconButton
        className="sm:hidden noscript:no-popover:hidden"
        aria-label="Menu"
        aria-haspopup="dialog"
        onClick={open}
        {...opensMenu}
      >
        <Menu className="icon" />
      </IconButton>
      {/* eslint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions -- Enter clicks a link, and Escape closes */}
      <dialog
        id={MENU_ID}
        ref={menu}
        className={look}
        aria-label="Menu"
        onClick={closeOnChoice}
        {...popover}
      >
        <div className="relative flex min-h-dvh flex-col pr-6 pb-6 pl-10">
          <Lane />
          <div className="-mr-2 -ml-6 flex h-16 flex-none items-center justify-between">
            <Logo siteName={siteName} />
            <IconButton aria-label="Close menu" {...closesMenu}>
              <X className="icon" />
            </IconButton>
          </div>
          <Stops current={current} />
          <div className="my-6 grid grid-cols-2 gap-2.5">
            {productLinks.map(({ label, to }, index) => (
              <ButtonLink
                key={to}
                href={to}
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
      </dialog>
    </>
  );
}

const look =
  "mr-0 h-dvh max-h-none w-86.5 max-w-full border-l border-line bg-ground text-ink open:animate-menu-in " +
  "backdrop:bg-scrim";

function Lane() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-21 bottom-6 left-4 w-0.75 bg-accent mask-[repeating-linear-gradient(black_0_20px,transparent_20px_52px)] forced-color-adjust-none"
    />
  );
}

function Stops({ current }: { current: string | undefined }) {
  return (
    <nav aria-label="Menu sections">
      <ul className={stops}>
        {sectionStops.map(({ id, label, sectionNumber }) => (
          <li key={id}>
            <a href={sectionUrl(id)} aria-current={label === current ? "page" : undefined}>
              <StopNumber>{sectionNumber}</StopNumber>
              {label}
            </a>
          </li>
        ))}
        <li>
          <ExternalLink href={blogStop.to} className="icon:ml-auto icon:size-5 icon:text-ink-2">
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

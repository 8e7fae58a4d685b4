import { Menu, X } from "lucide-react";
import { useRef, type MouseEvent } from "react";
import { productLinks, stops } from "~/content/navigation";
import { copyrightYear } from "~/content/organization";
import { ButtonLink, IconButton } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { Logo } from "./logo";
import { usePageHandle } from "./page-handle";
import { useSite } from "./site";
import { SocialLinks } from "./social-links";

const MENU_ID = "menu";

// React 18 has no types for the popover attributes, but passes them on to the element.
const opensMenu: Record<string, string> = { popovertarget: MENU_ID };
const closesMenu: Record<string, string> = { ...opensMenu, popovertargetaction: "hide" };

/**
 * The menu button of phones and the dialog that slides in. Without scripts the dialog is a popover; scripts make it
 * modal, and close it when a link is chosen.
 */
export function MobileMenu() {
  const { siteName } = useSite();
  const { current } = usePageHandle();
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
        {...{ popover: "auto" }}
      >
        <div className={`relative flex min-h-dvh flex-col pr-6 pb-6 pl-10 ${lane}`}>
          <div className="-mr-2 -ml-6 flex h-16 flex-none items-center justify-between">
            <Logo />
            <IconButton aria-label="Close menu" {...closesMenu}>
              <X className="icon" />
            </IconButton>
          </div>
          <nav aria-label="Menu sections">
            <ul className={links}>
              {stops.map(({ label, to, newTab, sectionNumber }) => {
                const Anchor = newTab ? ExternalLink : "a";
                return (
                  <li key={to}>
                    <Anchor href={to} aria-current={label === current ? "page" : undefined}>
                      <b aria-hidden="true">{sectionNumber}</b>
                      {label}
                    </Anchor>
                  </li>
                );
              })}
            </ul>
          </nav>
          <div className="my-6 grid grid-cols-2 gap-2.5 *:last:col-span-full">
            {productLinks.map(({ label, to, tone }) => (
              <ButtonLink key={to} href={to} tone={tone} wraps={false}>
                {label}
              </ButtonLink>
            ))}
          </div>
          <SocialLinks className="mt-auto gap-1.5 *:size-10 max-2xs:gap-1 max-2xs:*:size-9" />
          <p className="mt-4.5 font-mono text-13/none font-semibold text-ink-2">
            © {copyrightYear.menu} {siteName}
          </p>
        </div>
      </dialog>
    </>
  );
}

const look =
  "mr-0 ml-auto h-dvh max-h-none w-86.5 max-w-full border-l border-line bg-ground text-ink transition-transform duration-320 " +
  "backdrop:bg-scrim starting:open:translate-x-full";

/** The lane line along the links. */
const lane =
  "before:absolute before:top-21 before:bottom-6 before:left-4 before:w-0.75 before:bg-accent " +
  "before:mask-[repeating-linear-gradient(black_0_20px,transparent_20px_52px)] before:forced-color-adjust-none";

const links =
  "*:*:flex *:*:min-h-13 *:*:items-center *:*:gap-3.5 *:*:border-b *:*:border-line " +
  "*:*:text-28/none *:*:font-extrabold *:*:tracking-snug *:*:no-underline " +
  "*:*:icon:ml-auto *:*:icon:size-5 *:*:icon:text-ink-2 " +
  "[&_b]:w-[4ch] [&_b]:font-mono [&_b]:text-13/none [&_b]:font-bold [&_b]:tracking-normal [&_b]:text-accent-ink";

import { Link } from "@remix-run/react";
import { Menu, X } from "lucide-react";
import { useRef, type MouseEvent } from "react";
import { blogStop, copyrightYear, productLinks, sectionStops } from "~/content/navigation";
import { ExternalLink } from "~/ui/external-link";
import { LinkButton } from "~/ui/link-button";
import { Logo } from "~/ui/logo";
import { SectionLink } from "./section-link";
import { SocialLinks } from "./social-links";
import { useSiteName } from "~/ui/use-site-name";
import "./mobile-menu.css";

const MENU_ID = "menu";

/**
 * The menu button and the menu that slides in. The dialog element keeps
 * the focus inside, makes the page behind it inert and gives the focus back; the style sheet locks the
 * page's scrolling. Without scripts the menu opens as the target of the button's link.
 */
export function MobileMenu({ current }: { current?: string }) {
  const siteName = useSiteName();
  const dialog = useRef<HTMLDialogElement>(null);
  const open = () => dialog.current?.showModal();
  const close = () => dialog.current?.close();
  const mark = (label: string) => (label === current ? "page" : undefined);
  const closeOnOverlay = (event: MouseEvent) => {
    if (event.target === event.currentTarget) close();
  };
  return (
    <>
      <LinkButton
        className="icon-btn burger"
        href={`#${MENU_ID}`}
        onPress={open}
        aria-label="Menu"
        aria-haspopup="dialog"
      >
        <Menu className="i" aria-hidden="true" />
      </LinkButton>
      {/* A click on the overlay only repeats what the close button and Escape do. */}
      {/* eslint-disable-next-line jsx-a11y/no-noninteractive-element-interactions, jsx-a11y/click-events-have-key-events */}
      <dialog id={MENU_ID} className="menu" ref={dialog} aria-label="Menu" onClick={closeOnOverlay}>
        <div className="menu-panel">
          <div className="menu-head">
            <Logo />
            <LinkButton
              className="icon-btn"
              href="#content"
              onPress={close}
              aria-label="Close menu"
            >
              <X className="i" aria-hidden="true" />
            </LinkButton>
          </div>
          <nav aria-label="Menu sections">
            <ul className="menu-stops">
              {sectionStops.map((stop) => (
                <li key={stop.id}>
                  <SectionLink section={stop.id} onClick={close} aria-current={mark(stop.label)}>
                    <b aria-hidden="true">{stop.milepost}</b>
                    {stop.label}
                  </SectionLink>
                </li>
              ))}
              <li>
                <ExternalLink href={blogStop.to} onClick={close}>
                  <b aria-hidden="true">{blogStop.milepost}</b>
                  {blogStop.label}
                </ExternalLink>
              </li>
            </ul>
          </nav>
          <div className="menu-buttons">
            {productLinks.map(({ label, to }, index) => (
              <Link
                key={to}
                to={to}
                onClick={close}
                className={index === productLinks.length - 1 ? "btn" : "btn line"}
              >
                {label}
              </Link>
            ))}
          </div>
          <SocialLinks />
          <p className="menu-legal">
            © {copyrightYear.menu} {siteName}
          </p>
        </div>
      </dialog>
    </>
  );
}

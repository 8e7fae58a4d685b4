import { Link } from "@remix-run/react";
import { blogStop, productLinks, sectionStops } from "~/content/navigation";
import { ExternalLink } from "~/ui/external-link";
import { Logo } from "~/ui/logo";
import { MobileMenu } from "./mobile-menu";
import { PauseMotionSwitch } from "./pause-motion-switch";
import { SectionLink } from "./section-link";
import "./site-header.css";

/**
 * Header of the marketing pages.
 *
 * @param current what of the header this page is: a section's label or a product's
 */
export function SiteHeader({ current }: { current?: string }) {
  const mark = (label: string) => (label === current ? "page" : undefined);
  return (
    <header className="top">
      <div className="bar">
        <Logo />
        <nav className="nav" aria-label="Sections">
          {sectionStops.map((stop) => (
            <SectionLink key={stop.id} section={stop.id} aria-current={mark(stop.label)}>
              {stop.label}
            </SectionLink>
          ))}
          <ExternalLink href={blogStop.to} aria-current={mark(blogStop.label)}>
            {blogStop.label}
          </ExternalLink>
        </nav>
        <PauseMotionSwitch />
        <div className="btns">
          {productLinks.map(({ label, to }, index) => (
            <Link
              key={to}
              to={to}
              className={index === productLinks.length - 1 ? "btn small" : "btn line small"}
              aria-current={mark(label)}
            >
              {label}
            </Link>
          ))}
        </div>
        <MobileMenu current={current} />
      </div>
    </header>
  );
}

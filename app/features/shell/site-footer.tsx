import { Link } from "@remix-run/react";
import { blogStop, copyrightYear, sectionStops } from "~/content/navigation";
import { pages } from "~/content/pages";
import { ExternalLink } from "~/ui/external-link";
import horizon from "~/ui/horizon.svg?url";
import { SectionLink } from "./section-link";
import { SocialLinks } from "./social-links";
import { useOutboundLinks } from "./use-outbound-links";
import { useSiteName } from "~/ui/use-site-name";
import "./site-footer.css";

/** Footer of the marketing pages: the lane tips over the horizon. */
export function SiteFooter() {
  const links = useOutboundLinks();
  const siteName = useSiteName();
  return (
    <footer className="foot">
      <div className="wrap foot-grid">
        <div>
          <h2>Rerouting The Future</h2>
          <p className="muted">Talk to us. Your streets, your questions.</p>
          <ExternalLink className="btn" href={links.scheduling}>
            Book a Call Now
          </ExternalLink>
        </div>
        <nav aria-label="Footer">
          <ul className="foot-links">
            {sectionStops.map((stop) => (
              <li key={stop.id}>
                <SectionLink section={stop.id}>{stop.label}</SectionLink>
              </li>
            ))}
            <li>
              <Link to={blogStop.to}>{blogStop.label}</Link>
            </li>
            <li>
              <ExternalLink href={links.community}>Community</ExternalLink>
            </li>
          </ul>
        </nav>
        <div>
          <p className="label">Follow the road</p>
          <SocialLinks />
        </div>
      </div>
      <div className="horizon" aria-hidden="true">
        <img src={horizon} width={1440} height={340} alt="" loading="lazy" />
      </div>
      <div className="legal">
        <div className="wrap">
          <span>
            © {copyrightYear.footer} {siteName}
          </span>
          <Link to={pages.privacy.path}>{pages.privacy.title}</Link>
        </div>
      </div>
    </footer>
  );
}

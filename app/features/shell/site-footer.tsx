import { stops } from "~/content/navigation";
import { copyrightYear } from "~/content/organization";
import { pages } from "~/content/pages";
import { buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import horizon from "~/ui/horizon.svg?url";
import { useSite } from "./site";
import { SocialLinks } from "./social-links";

/** Footer of the public site, with a road to the horizon. Hidden while the main content has an open dialog. */
export function SiteFooter() {
  const { siteName, links } = useSite();
  return (
    <footer className="relative z-3 overflow-hidden bg-ground peer-has-[dialog[open]]/main:hidden!">
      <div className="page-wrap grid grid-cols-1 gap-x-6 gap-y-12 pt-16 pb-10 sm:grid-cols-2 sm:pt-22 sm:pb-18 lg:grid-cols-[minmax(0,5fr)_minmax(0,3fr)_minmax(0,4fr)]">
        <div>
          <h2 className="text-heading">{pages.home.title}</h2>
          <p className="mt-4 mb-7 max-w-measure-34 text-ink-2">
            Talk to us. Your streets, your questions.
          </p>
          <ExternalLink className={buttonStyle()} href={links.scheduling}>
            Book a Call Now
          </ExternalLink>
        </div>
        <nav aria-label="Footer">
          <ul className="columns-[2_5rem] gap-x-6 font-semibold text-ink-2 *:*:inline-flex *:*:min-h-9 *:*:items-center *:*:gap-1.5 *:*:no-underline *:*:hover:text-ink">
            {stops.map(({ label, to }) => (
              <li key={to}>
                <a href={to}>{label}</a>
              </li>
            ))}
            <li>
              <ExternalLink href={links.community}>Community</ExternalLink>
            </li>
          </ul>
        </nav>
        <div>
          <p className="mb-3.5 text-15/tight font-bold">Follow the road</p>
          <SocialLinks className="gap-2 *:size-11 max-2xs:gap-1.5 max-2xs:*:size-10" />
        </div>
      </div>
      <div
        className="h-60 border-t border-line bg-linear-to-b/srgb from-asphalt/50 to-night to-60% sm:h-80"
        aria-hidden="true"
      >
        <img
          className="size-full object-cover object-top"
          src={horizon}
          width={1440}
          height={340}
          alt=""
          loading="lazy"
        />
      </div>
      <div className="border-t border-line py-5 font-mono text-13/snug font-semibold text-ink-2">
        <div className="page-wrap flex flex-wrap justify-between gap-4">
          <span>
            © {copyrightYear.footer} {siteName}
          </span>
          <span className="flex flex-wrap gap-x-6">
            {[pages.deleteUser, pages.privacy, pages.accessibility].map(({ path, title }) => (
              <a key={path} href={path} className="inline-block py-1">
                {title}
              </a>
            ))}
          </span>
        </div>
      </div>
    </footer>
  );
}

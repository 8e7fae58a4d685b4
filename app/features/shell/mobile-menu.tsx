import { useLocation } from "@remix-run/react";
import { Menu, X } from "lucide-react";
import { useEffect } from "react";
import {
  blogStop,
  copyrightYear,
  productLinks,
  sectionStops,
  sectionUrl,
} from "~/content/navigation";
import { ButtonLink, iconButtonStyle } from "~/ui/button";
import { Dialog, useDialog } from "~/ui/dialog";
import { ExternalLink } from "~/ui/external-link";
import { LinkButton } from "~/ui/link-button";
import { Logo } from "~/ui/logo";
import { SiteLink } from "~/ui/site-link";
import { useSite } from "./site";
import { SocialLinks } from "./social-links";

const MENU_ID = "menu";

/**
 * The menu button and the menu that slides in. Without scripts it opens as the target of the button's link.
 */
export function MobileMenu({ current }: { current?: string | undefined }) {
  const { siteName } = useSite();
  const { ref, open, close } = useDialog();
  const { key } = useLocation();
  // The way back leaves the page that the menu was opened on.
  useEffect(close, [close, key]);
  return (
    <>
      <LinkButton
        className={iconButtonStyle({ className: "sm:hidden noscript:ml-auto" })}
        href={`#${MENU_ID}`}
        onPress={open}
        aria-label="Menu"
        aria-haspopup="dialog"
      >
        <Menu className="icon" aria-hidden="true" />
      </LinkButton>
      <Dialog
        id={MENU_ID}
        className={`${place} ${look} open:flex noscript:target:flex`}
        ref={ref}
        aria-label="Menu"
        closesOutside
      >
        <div className="relative flex flex-1 flex-col pr-6 pb-6 pl-10">
          <Lane />
          <div className="-mr-2 -ml-6 flex h-16 flex-none items-center justify-between">
            <Logo siteName={siteName} />
            <LinkButton
              className={iconButtonStyle()}
              href="#content"
              onPress={close}
              aria-label="Close menu"
            >
              <X className="icon" aria-hidden="true" />
            </LinkButton>
          </div>
          <Stops current={current} onChoose={close} />
          <div className="my-6 grid grid-cols-2 gap-2.5">
            {productLinks.map(({ label, to }, index) => (
              <ButtonLink
                key={to}
                to={to}
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
      </Dialog>
    </>
  );
}

const place = "fixed inset-y-0 right-0 left-auto z-40 m-0 h-dvh max-h-none w-86.5 max-w-full";
const look =
  "animate-menu-in flex-col overflow-y-auto border-l border-line bg-ground text-ink backdrop:bg-scrim";

/** The menu has a lane of its own. */
function Lane() {
  return (
    <span
      aria-hidden="true"
      className="absolute top-21 bottom-6 left-4 w-0.75 bg-accent mask-[repeating-linear-gradient(black_0_20px,transparent_20px_52px)] forced-color-adjust-none"
    />
  );
}

interface StopsProps {
  current?: string | undefined;
  onChoose: () => void;
}

function Stops({ current, onChoose }: StopsProps) {
  return (
    <nav aria-label="Menu sections">
      <ul className={stops}>
        {sectionStops.map(({ id, label, sectionNumber }) => (
          <li key={id}>
            <SiteLink
              to={sectionUrl(id)}
              onClick={onChoose}
              aria-current={label === current ? "page" : undefined}
            >
              <StopNumber>{sectionNumber}</StopNumber>
              {label}
            </SiteLink>
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

const stops = [
  "*:*:flex *:*:min-h-13 *:*:items-center *:*:gap-3.5 *:*:border-b *:*:border-line *:*:pt-0.75",
  "*:*:text-28/none *:*:font-extrabold *:*:tracking-snug *:*:no-underline",
].join(" ");

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

import { ownMark } from "~/content/brand-marks";
import { useSite } from "./site";

interface LogoProps {
  /** A second line under the name. */
  caption?: string;
  href?: string;
  /** Layout only: margins, grid. */
  className?: string;
}

/** A link with the brand mark and the site's name, by default to the home page. */
export function Logo({ caption, href = "/", className = "" }: LogoProps) {
  const { siteName } = useSite();
  return (
    <a className={`${logoStyle} ${className}`} href={href}>
      <LogoMark />
      <span className="pt-1">
        {siteName}
        {caption && (
          <>
            {" "}
            <small className="mt-1.5 block text-13/none font-semibold tracking-normal text-ink-2">
              {caption}
            </small>
          </>
        )}
      </span>
    </a>
  );
}

export const logoStyle =
  "inline-flex min-h-11 items-center gap-2.5 font-large text-24/none font-extrabold tracking-tight no-underline";

/** The brand mark: a lane line that runs to the horizon. */
export function LogoMark({ className = "h-7.5 w-6.5 fill-mark" }: { className?: string }) {
  return (
    <svg className={className} viewBox="0 0 26 30" aria-hidden="true">
      <path d={ownMark} />
    </svg>
  );
}

import { Link } from "@remix-run/react";
import { BRAND_MARK } from "~/lib/brand-mark";
import { useSiteName } from "./use-site-name";
import "./logo.css";

interface LogoProps {
  /** A second line under the name. */
  caption?: string;
  to?: string;
  reloadDocument?: boolean;
}

/** The mark and the site's name, leading home unless told otherwise. */
export function Logo({ caption, to = "/", reloadDocument }: LogoProps) {
  const siteName = useSiteName();
  return (
    <Link className="logo" to={to} reloadDocument={reloadDocument}>
      <LogoMark />
      <span>
        {siteName}
        {caption && (
          <>
            {" "}
            <small>{caption}</small>
          </>
        )}
      </span>
    </Link>
  );
}

/** The mark alone: a lane line that runs to the horizon. */
export function LogoMark() {
  return (
    <svg className="logo-mark" viewBox="0 0 26 30" aria-hidden="true">
      <path d={BRAND_MARK} />
    </svg>
  );
}

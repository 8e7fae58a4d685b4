import { Link } from "@remix-run/react";
import "./logo.css";

interface LogoProps {
  siteName: string;
  /** A second line under the name. */
  caption?: string;
  to?: string;
  reloadDocument?: boolean;
}

/** The mark and the site's name, leading home unless told otherwise. */
export function Logo({ siteName, caption, to = "/", reloadDocument }: LogoProps) {
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
      <path d="M0 30h26l-3.4-11.4H3.4zM4.4 15.6h17.2L19.2 7.6H6.8zM7.6 5h10.8L17 0H9z" />
    </svg>
  );
}

import { Link } from "@remix-run/react";
import type { ComponentProps } from "react";

interface SectionLinkProps extends Omit<ComponentProps<"a">, "href"> {
  /** Id of a section of the home page. */
  section: string;
}

/** Scrolls to a section of the home page, from wherever one is. */
export function SectionLink({ section, ...anchor }: SectionLinkProps) {
  return <Link to={{ pathname: "/", hash: `#${section}` }} {...anchor} />;
}

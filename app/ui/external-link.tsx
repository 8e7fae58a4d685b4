import { ArrowUpRight } from "lucide-react";
import type { ComponentProps } from "react";

/** Id of the sentence, once per page, that tells assistive technology what such a link does. */
export const NEW_TAB_NOTE = "opens-in-new-tab";

interface ExternalLinkProps extends ComponentProps<"a"> {
  href: string;
  /** The arrow after the label; off where the link is a picture. */
  arrow?: boolean;
}

/** A link that opens in a new tab, whose page has no hold on this one (`noopener`). */
export function ExternalLink({ arrow = true, children, ...anchor }: ExternalLinkProps) {
  return (
    <a target="_blank" rel="noopener" aria-describedby={NEW_TAB_NOTE} {...anchor}>
      {children}
      {arrow && <ArrowUpRight className="icon" />}
    </a>
  );
}

import { ArrowUpRight } from "lucide-react";
import type { ComponentProps } from "react";

/** `id` of the page's sentence that tells assistive technology that external links open in a new tab. */
export const NEW_TAB_NOTE = "opens-in-new-tab";

interface ExternalLinkProps extends ComponentProps<"a"> {
  href: string;
  /** Whether an arrow follows the label; false for links around a picture. */
  arrow?: boolean;
}

/** A link that opens in a new tab. `noopener` keeps the new page from controlling this one. */
export function ExternalLink({ arrow = true, children, ...anchor }: ExternalLinkProps) {
  return (
    <a target="_blank" rel="noopener" aria-describedby={NEW_TAB_NOTE} {...anchor}>
      {children}
      {arrow && <ArrowUpRight className="icon" />}
    </a>
  );
}

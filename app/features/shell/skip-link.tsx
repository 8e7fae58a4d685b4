import type { MouseEvent } from "react";
import { ButtonLink } from "~/ui/button";

/** The `id` of what a page is about. */
export const CONTENT_ID = "content";

interface SkipLinkProps {
  name?: string;
  to?: string;
}

/**
 * To the page's content, past its header: the first stop of the keyboard, seen only there. With scripts it makes no entry
 * of the history: Remix's router takes all entries that it has not made for one.
 */
export function SkipLink({ name = "Skip to content", to = CONTENT_ID }: SkipLinkProps) {
  const focusContent = (event: MouseEvent) => {
    event.preventDefault();
    const content = document.getElementById(to);
    content?.focus({ preventScroll: true });
    content?.scrollIntoView();
  };
  return (
    <ButtonLink
      href={`#${to}`}
      onClick={focusContent}
      wraps={false}
      className="absolute -top-15 left-4 wrap-anywhere focus:top-3 focus:z-30 print:hidden"
    >
      {name}
    </ButtonLink>
  );
}

import type { MouseEvent } from "react";
import { ButtonLink } from "~/ui/button";

/** `id` of the element with the page's main content, which is focusable. */
export const CONTENT_ID = "content";

/**
 * Link past the header to the page's content: the first tab stop, shown only while it has the focus. With scripts it only
 * moves the focus: a new fragment in the URL would be a navigation, which removes the answer to a form.
 */
export function SkipLink({ name = "Skip to content" }: { name?: string }) {
  const focusContent = (event: MouseEvent) => {
    event.preventDefault();
    document.getElementById(CONTENT_ID)?.focus();
  };
  return (
    <ButtonLink
      href={`#${CONTENT_ID}`}
      onClick={focusContent}
      wraps={false}
      className="absolute -top-15 left-4 focus:top-3 focus:z-30 print:hidden"
    >
      {name}
    </ButtonLink>
  );
}

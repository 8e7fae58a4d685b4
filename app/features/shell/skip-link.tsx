import type { MouseEvent } from "react";
import { ButtonLink } from "~/ui/button";

/** `id` of the element with the page's main content, which is focusable. */
export const CONTENT_ID = "content";

/**
 * Link past the header to the page's content: the first tab stop, shown only while it has the focus. With scripts it
 * adds no history entry, because Remix's router cannot tell apart the entries that it has not created.
 */
export function SkipLink({ name = "Skip to content" }: { name?: string }) {
  return (
    <ButtonLink
      href={`#${CONTENT_ID}`}
      onClick={focusContent}
      wraps={false}
      className="absolute -top-15 left-4 wrap-anywhere focus:top-3 focus:z-30 print:hidden"
    >
      {name}
    </ButtonLink>
  );
}

function focusContent(event: MouseEvent): void {
  const content = document.getElementById(CONTENT_ID);
  const { ctrlKey, metaKey, shiftKey, altKey } = event;
  if (!content || ctrlKey || metaKey || shiftKey || altKey) return;
  event.preventDefault();
  content.focus({ preventScroll: true });
  content.scrollIntoView();
}

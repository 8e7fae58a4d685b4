import type { MouseEvent } from "react";
import { ButtonLink } from "~/ui/button";

/** The `id` of what a page is about, which can take the focus. */
export const CONTENT_ID = "content";

/**
 * To the page's content, past its header: the first stop of the keyboard, seen only there. With scripts it makes no entry
 * of the history: Remix's router takes all entries that it has not made for one.
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

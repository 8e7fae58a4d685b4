import { ButtonLink } from "~/ui/button";
import { focusTarget } from "~/ui/focus-target";

/** `id` of the element with the page's main content, which is focusable. */
export const CONTENT_ID = "content";

/** Link past the header to the page's content: the first tab stop, shown only while it has the focus. */
export function SkipLink({ name = "Skip to content" }: { name?: string }) {
  return (
    <ButtonLink
      href={`#${CONTENT_ID}`}
      onClick={focusTarget}
      wraps={false}
      className="absolute -top-15 left-4 focus:top-3 focus:z-30 print:hidden"
    >
      {name}
    </ButtonLink>
  );
}

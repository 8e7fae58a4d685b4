import { ButtonLink } from "~/ui/button";

export const CONTENT_ID = "content";

/** To the page's content, past its header: the first stop of the keyboard, seen only there. */
export function SkipLink({ name = "Skip to content" }: { name?: string }) {
  return (
    <ButtonLink
      href={`#${CONTENT_ID}`}
      wraps={false}
      className="absolute -top-15 left-4 wrap-anywhere focus:top-3 focus:z-30 print:hidden"
    >
      {name}
    </ButtonLink>
  );
}

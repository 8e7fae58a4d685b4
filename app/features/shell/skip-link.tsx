import { ButtonLink } from "~/ui/button";

export const CONTENT_ID = "content";

interface SkipLinkProps {
  name?: string;
  to?: string;
}

/** To the page's content, past its header: the first stop of the keyboard, seen only there. */
export function SkipLink({ name = "Skip to content", to = CONTENT_ID }: SkipLinkProps) {
  return (
    <ButtonLink
      href={`#${to}`}
      wraps={false}
      className="absolute -top-15 left-4 wrap-anywhere focus:top-3 focus:z-30 print:hidden"
    >
      {name}
    </ButtonLink>
  );
}

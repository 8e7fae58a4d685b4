import { ButtonLink } from "~/ui/button";

/** To the page's content, past its header: the first stop of the keyboard, seen only there. */
export function SkipLink() {
  return (
    <ButtonLink
      href="#content"
      wraps={false}
      className="absolute -top-15 left-4 wrap-anywhere focus:top-3 focus:z-30 print:hidden"
    >
      Skip to content
    </ButtonLink>
  );
}

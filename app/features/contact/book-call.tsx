import type { KeyboardEvent } from "react";
import { buttonStyle } from "~/ui/button";
import { useSite } from "~/features/shell/site";
import { ExternalLink } from "~/ui/external-link";

/** Opens the scheduling page in a new tab. It is a link with the role of a button, so it works without scripts. */
export function BookCall() {
  const { scheduling } = useSite().links;
  function pressWithSpace(event: KeyboardEvent<HTMLAnchorElement>) {
    if (event.key !== " ") return;
    event.preventDefault();
    event.currentTarget.click();
  }
  return (
    <ExternalLink
      className={buttonStyle({ tone: "line", className: "max-md:w-full" })}
      role="button"
      href={scheduling}
      arrow={false}
      onKeyDown={pressWithSpace}
    >
      Book a Quick Call
    </ExternalLink>
  );
}

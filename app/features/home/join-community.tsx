import { buttonStyle } from "~/ui/button";
import { useSite } from "~/features/shell/site";
import { ExternalLink } from "~/ui/external-link";

/**
 * The way to the chat group and to the social account. A browser with a popup blocker opens one tab per
 * press. That one belongs to the button's own address; the account is asked for after it, and has a link of
 * its own for where nothing comes of that.
 */
export function JoinCommunity() {
  const { links } = useSite();
  const openSocialAccount = () => window.open(links.twitter, "_blank", "noopener");
  return (
    <div className={rowStyle}>
      <ExternalLink
        className={buttonStyle({ size: "hero" })}
        href={links.community}
        // Only after the press has opened the link, or this would be the one tab.
        onClick={() => setTimeout(openSocialAccount)}
      >
        Join Community
      </ExternalLink>
      <small className="bg-scrim px-2.5 pt-1.5 pb-1 text-13/snug text-chalk sm:px-3 sm:pt-2 sm:pb-1.25 sm:text-15">
        Opens the chat group, and the{" "}
        <ExternalLink href={links.twitter} arrow={false}>
          social account
        </ExternalLink>{" "}
        where your browser lets it.
      </small>
    </div>
  );
}

/** Beside each other; on phones below each other at the hero's foot. */
const rowStyle = [
  "mt-auto flex flex-col items-stretch gap-2.5 pt-6 *:pointer-events-auto",
  "sm:mt-7 sm:flex-row sm:items-center sm:gap-5 sm:pt-0",
].join(" ");

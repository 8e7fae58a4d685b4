import { buttonStyle } from "~/ui/button";
import { useSite } from "~/features/shell/site";
import { ExternalLink } from "~/ui/external-link";

interface JoinCommunityProps {
  /** Its place. */
  className: string;
}

/**
 * The way to the chat group and to the social account. A browser with a popup blocker opens one tab per
 * press. That one belongs to the button's own address; the account is asked for after it, and stands beside
 * it as a link of its own for where nothing comes of that.
 */
export function JoinCommunity({ className }: JoinCommunityProps) {
  const { links } = useSite();
  const openSocialAccount = () => window.open(links.twitter, "_blank", "noopener");
  return (
    <ExternalLink
      className={buttonStyle({ size: "large", className })}
      href={links.community}
      // Only after the press has opened the link, or this would be the one tab.
      onClick={() => setTimeout(openSocialAccount)}
    >
      Join Community
    </ExternalLink>
  );
}

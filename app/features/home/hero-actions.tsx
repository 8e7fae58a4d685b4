import { collaborationLink } from "~/content/navigation";
import { useSite } from "~/features/shell/site";
import { ButtonLink } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";
import { JoinCommunity } from "./join-community";

interface HeroActionsProps {
  /** Their width. */
  className: string;
}

/** What to do next: drivers join the community, cities and businesses write. */
export function HeroActions({ className }: HeroActionsProps) {
  const { links } = useSite();
  return (
    <div className={`${rowStyle} ${className}`}>
      <JoinCommunity className={buttonWidth} />
      <ButtonLink href={collaborationLink.to} tone="scrim" size="large" className={buttonWidth}>
        {collaborationLink.label}
      </ButtonLink>
      <ExternalLink
        className="inline-flex items-center gap-1.5 bg-scrim px-3 pt-2 pb-1.25 text-15/snug text-chalk"
        href={links.twitter}
      >
        Social account on Twitter
      </ExternalLink>
    </div>
  );
}

/** Below the sign; on phones at the hero's foot. */
const rowStyle =
  "mt-auto flex flex-wrap items-center gap-2 pt-6 sm:mt-3.5 sm:gap-3 sm:pt-0 lg:mt-7";

const buttonWidth = "max-sm:flex-auto max-sm:px-1.5 max-sm:text-15 max-2xs:icon:hidden";

import { socialAccounts } from "~/content/navigation";
import { BrandIcon } from "~/ui/brand-icon";
import { ExternalLink } from "~/ui/external-link";
import { useSite } from "./site";

const list =
  "flex flex-wrap *:*:grid *:*:size-full *:*:place-items-center *:*:rounded-control *:*:border-control " +
  "*:*:border-line *:*:text-ink *:*:hover:border-ink *:*:icon:size-4.5";

// All icons fit in one row, also on the narrowest phones.
const sizes = {
  normal: "gap-2 *:size-11 max-2xs:gap-1.5 max-2xs:*:size-10",
  small: "gap-1.5 *:size-10 max-2xs:gap-1 max-2xs:*:size-9",
};

interface SocialLinksProps {
  size?: keyof typeof sizes;
  /** Layout only: margins, grid. */
  className?: string;
}

/** Links to the company's accounts in social networks. */
export function SocialLinks({ size = "normal", className = "" }: SocialLinksProps) {
  const { links } = useSite();
  return (
    <ul className={`${list} ${sizes[size]} ${className}`}>
      {socialAccounts.map(({ id, name }) => (
        <li key={id}>
          <ExternalLink href={links[id]} aria-label={name} arrow={false}>
            <BrandIcon name={id} />
          </ExternalLink>
        </li>
      ))}
    </ul>
  );
}

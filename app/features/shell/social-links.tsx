import { socialAccounts } from "~/content/navigation";
import { BrandIcon } from "~/ui/brand-icon";
import { ExternalLink } from "~/ui/external-link";
import { useOutboundLinks } from "./use-outbound-links";
import "./social-links.css";

/** The company's accounts elsewhere. */
export function SocialLinks() {
  const links = useOutboundLinks();
  return (
    <ul className="social">
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

import { socialAccounts } from "~/content/navigation";
import { ExternalLink } from "~/ui/external-link";
import { BrandMark } from "./brand-mark";
import { useSite } from "./site";

const list =
  "flex flex-wrap *:*:grid *:*:size-full *:*:place-items-center *:*:rounded-control *:*:border-control " +
  "*:*:border-line *:*:text-ink *:*:hover:border-ink *:*:icon:size-4.5";

/** Links to the company's accounts in social networks. `className` sets sizes with which all fit in one row on phones. */
export function SocialLinks({ className }: { className: string }) {
  const { links } = useSite();
  return (
    <ul className={`${list} ${className}`}>
      {socialAccounts.map(({ id, name }) => (
        <li key={id}>
          <ExternalLink href={links[id]} aria-label={name} arrow={false}>
            <BrandMark brand={id} />
          </ExternalLink>
        </li>
      ))}
    </ul>
  );
}

import { Play } from "lucide-react";
import { useSite } from "~/features/shell/site";
import { buttonStyle } from "~/ui/button";
import { ExternalLink } from "~/ui/external-link";

/** The way to the app's page in the store. `className` is for its place alone. */
export function StoreLink({ className }: { className?: string }) {
  const { store } = useSite().links;
  return (
    <ExternalLink className={buttonStyle({ className })} href={store} arrow={false}>
      <Play className="icon" strokeWidth={1.5} aria-hidden="true" />
      Get it on Google Play
    </ExternalLink>
  );
}

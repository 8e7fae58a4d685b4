import { jsonForScript } from "~/lib/json-for-script";
import { useNonce } from "./nonce";

/** A schema.org description of the page for search engines. */
export function StructuredData({ data }: { data: Record<string, unknown> }) {
  return (
    <script
      type="application/ld+json"
      nonce={useNonce()}
      suppressHydrationWarning // browsers hide the nonce from scripts, so it never matches
      dangerouslySetInnerHTML={{ __html: jsonForScript(data) }}
    />
  );
}

import { services } from "server/services.server";
import { webManifest } from "~/features/seo/web-manifest";

export function loader() {
  return new Response(JSON.stringify(webManifest(services().settings.siteName)), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "max-age=3600" },
  });
}

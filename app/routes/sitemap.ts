import { services } from "server/services.server";
import { siteMap } from "~/features/seo/site-map";

export function loader() {
  return new Response(siteMap(services().settings.siteUrl.origin), {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}

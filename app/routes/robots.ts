import { services } from "server/services.server";
import { robots } from "~/features/seo/robots";

export function loader() {
  return new Response(robots(services().settings.siteUrl.origin), {
    headers: { "Content-Type": "text/plain; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}

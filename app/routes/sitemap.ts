import { namedLanguage } from "server/process/languages.server";
import { services } from "server/services.server";
import { pages } from "~/content/pages";
import { alternateAddresses } from "~/features/deletion/page-language";
import { siteMap } from "~/features/seo/site-map";

export function loader() {
  const { siteUrl, languages } = services().settings;
  const alternates = { [pages.deleteUser.path]: alternateAddresses(languages.map(namedLanguage)) };
  return new Response(siteMap(siteUrl.origin, alternates), {
    headers: { "Content-Type": "application/xml; charset=utf-8", "Cache-Control": "max-age=3600" },
  });
}

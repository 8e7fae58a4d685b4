import { services } from "server/services.server";
import { outboundLinks } from "~/content/outbound-links";
import { articlesFeed } from "~/features/seo/articles-feed";

export function loader() {
  const { siteName, siteUrl, outbound } = services().settings;
  const feed = articlesFeed({
    siteName,
    siteUrl: siteUrl.origin,
    blog: outboundLinks(outbound).blog,
  });
  return new Response(feed, {
    headers: {
      "Content-Type": "application/rss+xml; charset=utf-8",
      "Cache-Control": "max-age=3600",
    },
  });
}

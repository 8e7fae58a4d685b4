import { services } from "server/services.server";
import { pages } from "~/content/pages";

export function loader() {
  return new Response(JSON.stringify(webManifest(services().settings.siteName)), {
    headers: { "Content-Type": "application/manifest+json", "Cache-Control": "max-age=3600" },
  });
}

/** The web application manifest (W3C): name, icons and colours for a home screen. */
function webManifest(siteName: string) {
  return {
    name: siteName,
    short_name: siteName,
    description: pages.home.description,
    start_url: "/",
    display: "browser",
    background_color: "#0c0e10",
    theme_color: "#0c0e10",
    icons: [
      { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
      { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
    ],
  };
}

import { services } from "server/services.server";
import { pages } from "~/content/pages";
import { publicFile } from "~/lib/public-file";

/** The web application manifest (W3C): name, icons and colours for the home screen of a device. */
export function loader() {
  const { siteName } = services().settings;
  const manifest = {
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
  return publicFile("application/manifest+json", [JSON.stringify(manifest)]);
}

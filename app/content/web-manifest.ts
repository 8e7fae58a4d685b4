import { pages } from "./pages";

/** The web application manifest (W3C): name, icons and colours for the home screen of a device. */
export const webManifest = (siteName: string) => ({
  name: siteName,
  short_name: siteName,
  description: pages.home.description,
  start_url: pages.home.path,
  display: "browser",
  background_color: "#0c0e10",
  theme_color: "#0c0e10",
  icons: [
    { src: "/icon-192.png", sizes: "192x192", type: "image/png" },
    { src: "/icon-512.png", sizes: "512x512", type: "image/png" },
  ],
});

import { services } from "server/services.server";
import { webManifest } from "~/content/web-manifest";
import { publicFile } from "~/lib/public-file";

export function loader() {
  const manifest = webManifest(services().settings.siteName);
  return publicFile("application/manifest+json", [JSON.stringify(manifest)]);
}

import { prerenderedPaths } from "~/content/pages";
import { publicFile } from "~/lib/public-file";

/**
 * Speculation rules: Chromium prerenders a public page when the visitor points at a link to it or begins to press it.
 */
export function loader() {
  const [home, ...others] = prerenderedPaths;
  const where = { href_matches: [home, ...others.map((path) => `${path}{/}?`)] };
  const body = JSON.stringify({ prerender: [{ where, eagerness: "moderate" }] });
  return publicFile("application/speculationrules+json", [body]);
}

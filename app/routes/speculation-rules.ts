import { prerenderedPaths } from "~/content/pages";
import { publicFile } from "~/lib/public-file";

/**
 * Speculation rules: Chromium prerenders a public page when the visitor points at a link to it or begins to press it. Links
 * to sections of the home page are not among them, because each would be prerendered as a separate page.
 */
export function loader() {
  const [home, ...others] = prerenderedPaths;
  const where = { href_matches: [home, ...others.map((path) => `${path}{/}?`)] };
  const body = JSON.stringify({ prerender: [{ where, eagerness: "moderate" }] });
  return publicFile("application/speculationrules+json", [body]);
}

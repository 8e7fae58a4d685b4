import type { LoaderFunctionArgs } from "@remix-run/node";
import { prerenderedPaths } from "~/content/pages";
import { publicFile } from "~/lib/public-file";

/**
 * Speculation rules: which links Chromium prerenders. A link is prerendered when the visitor points at it or begins to
 * press it, a link of the menu as soon as the menu is open. The menu's links to sections of the home page are excluded,
 * because each would be prerendered as a separate page. With `Save-Data` nothing is prerendered.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const [home, ...others] = prerenderedPaths;
  const otherPaths = others.map((path) => `${path}{/}?`);
  const inMenu = { and: [{ href_matches: otherPaths }, { selector_matches: "#menu a" }] };
  const rules = [
    { where: { href_matches: [home, ...otherPaths] }, eagerness: "moderate" },
    { where: inMenu, eagerness: "immediate" },
  ];
  const prerender = request.headers.get("Save-Data") === "on" ? [] : rules;
  const body = JSON.stringify({ prerender });
  return publicFile("application/speculationrules+json", [body], { Vary: "Save-Data" });
}

import type { LoaderFunctionArgs } from "@remix-run/node";
import { prerenderedPaths } from "~/content/pages";

/**
 * Which links Chromium may open before they are pressed: those that somebody points at or begins to press, and those of
 * the menu as soon as it is open. There each link to a section of the home page would be a page of its own. None for
 * those who want to save data.
 */
export function loader({ request }: LoaderFunctionArgs) {
  const [home, ...others] = prerenderedPaths;
  const ofOthers = others.map((path) => `${path}{/}?`);
  const inMenu = { and: [{ href_matches: ofOthers }, { selector_matches: "#menu a" }] };
  const rules = [
    { where: { href_matches: [home, ...ofOthers] }, eagerness: "moderate" },
    { where: inMenu, eagerness: "immediate" },
  ];
  const prerender = request.headers.get("Save-Data") === "on" ? [] : rules;
  return new Response(JSON.stringify({ prerender }), {
    headers: {
      "Content-Type": "application/speculationrules+json",
      "Cache-Control": "max-age=3600",
      Vary: "Save-Data",
    },
  });
}

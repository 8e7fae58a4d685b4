import { pages } from "./pages";
import { points, text, type TextSectionContent } from "./text-blocks";

/** Day of the last check, displayed unchanged. */
export const accessibilityChecked = "26-11-2026";

/** The accessibility statement, from docs/accessibility-deletion.md and tests/e2e/wcag.ts: change them together. */
export const accessibilitySections: readonly TextSectionContent[] = [
  {
    title: "What we aim for",
    blocks: [
      text(
        "This site is to meet the Web Content Accessibility Guidelines (WCAG) 2.2 at level AA: the public pages, the trip dashboard and the page for deleting an account.",
      ),
    ],
  },
  {
    title: "Where the site stands",
    blocks: [
      points(
        "The page for deleting an account conforms to WCAG 2.2 level AA. It was checked by hand against each criterion.",
        "The other pages partially conform: our checks find no failure of level AA, but they were not all checked by hand against each criterion.",
      ),
    ],
  },
  {
    title: "What we know is missing",
    blocks: [
      points(
        "People who use screen readers have not tested this site yet.",
        "Native readers have not signed all translations of the page for deleting an account.",
        "Our accessibility checks run in Chromium. In Firefox and WebKit we check that the pages load and that the main journeys work.",
        "The code for deleting an account, and the steps that follow it, have a time limit. The page says when it ends and why, and you can ask for a new code.",
      ),
    ],
  },
  {
    title: "How it was tested",
    blocks: [
      points(
        "With each change of the site: the axe rules for WCAG, the keyboard alone, narrow windows, enlarged text, reduced motion, and pages without scripts.",
        "In day and night colours, where a page has them.",
      ),
    ],
  },
  {
    title: "What may help you",
    blocks: [
      points(
        "Pause motion, in the header, stops what moves by itself.",
        "Under each chart stands a table with the same figures.",
        "Forms, filters and exports work without scripts.",
      ),
    ],
  },
  {
    title: "Tell us",
    blocks: [
      text(
        `Something keeps you from using this site, or from [deleting your account](${pages.deleteUser.path})? Write to {contactEmail}, and say on which page it was, and which browser and assistive technology you use.`,
      ),
    ],
  },
];

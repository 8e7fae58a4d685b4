import AxeBuilder from "@axe-core/playwright";
import type { Page } from "@playwright/test";

/** What the page as it stands breaks of WCAG: each rule with the elements that break it. */
export async function violationsOf(page: Page): Promise<[rule: string, elements: string[]][]> {
  const axe = new AxeBuilder({ page }).options({
    resultTypes: ["violations"],
    // Off by itself because it is young: what is said aloud has to work as it is read.
    rules: { "label-content-name-mismatch": { enabled: true } },
  });
  // Its other mode opens a page of its own for each report, for the sake of frames from elsewhere.
  const { violations } = await axe.setLegacyMode().analyze();
  return violations.map(({ id, nodes }) => [id, nodes.map(({ html }) => html)]);
}

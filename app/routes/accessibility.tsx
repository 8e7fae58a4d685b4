import type { MetaFunction } from "@remix-run/node";
import { accessibilityChecked, accessibilitySections } from "~/content/accessibility";
import { pages } from "~/content/pages";
import { pageMeta } from "~/features/shell/page-meta";
import { TextPage, TextSection } from "~/features/shell/text-page";

export { textPageHandle as handle } from "~/features/shell/text-page";

export const meta: MetaFunction = ({ matches }) => pageMeta("accessibility", matches);

/** The accessibility statement: what is accessible, what is not, and where to report barriers. */
export default function Accessibility() {
  return (
    <TextPage title={pages.accessibility.title} date={`Last checked ${accessibilityChecked}.`}>
      <div className="-mb-11">
        {accessibilitySections.map((section) => (
          <TextSection key={section.title} {...section} />
        ))}
      </div>
    </TextPage>
  );
}

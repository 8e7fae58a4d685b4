import type { MetaFunction } from "@remix-run/node";
import { accessibilityChecked, accessibilitySections } from "~/content/accessibility";
import { pages } from "~/content/pages";
import type { PageHandle } from "~/features/shell/page-handle";
import { pageMeta } from "~/features/shell/page-meta";
import { useSite } from "~/features/shell/site";
import { TextPageHeader, TextSection } from "~/features/shell/text-page";

export const handle: PageHandle = { publicCache: {} };

export const meta: MetaFunction = ({ matches }) => pageMeta("accessibility", matches);

/** The accessibility statement: what is accessible, what is not, and where to report barriers. */
export default function Accessibility() {
  const { contactEmail } = useSite();
  return (
    <>
      <TextPageHeader
        title={pages.accessibility.title}
        date={`Last checked ${accessibilityChecked}.`}
      />
      <div className="-mb-11">
        {accessibilitySections.map((section) => (
          <TextSection key={section.title} {...section} />
        ))}
        <TextSection title="Tell us">
          <p>
            Something keeps you from using this site, or from{" "}
            <a href={pages.deleteUser.path}>deleting your account</a>? Write to{" "}
            <a href={`mailto:${contactEmail}`}>{contactEmail}</a>, and say on which page it was, and
            which browser and assistive technology you use.
          </p>
        </TextSection>
      </div>
    </>
  );
}

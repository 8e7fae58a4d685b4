import { accessibilityStatement } from "~/content/accessibility";
import { pages } from "~/content/pages";
import { useSite } from "~/features/shell/site";

/** The accessibility statement: what is accessible, what is not, and where to report barriers. */
export function AccessibilityPage() {
  const { contactEmail } = useSite();
  const { checked, sections } = accessibilityStatement;
  return (
    <>
      <header className="mb-12 border-b-control border-edge pb-9">
        <h1 className="text-44 deck:text-72">{pages.accessibility.title}</h1>
        <p className="mt-3.5 text-ink-2">Last checked {checked}.</p>
      </header>
      <div className="grid max-w-measure grid-cols-1 gap-11">
        {sections.map(({ title, points }) => (
          <section key={title}>
            <h2 className="mb-3.5 text-subheading/subheading">{title}</h2>
            {points.length === 1 ? (
              <p>{points[0]}</p>
            ) : (
              <ul className="list-disc pl-5">
                {points.map((point) => (
                  <li key={point} className="py-0.75 marker:text-accent-ink">
                    {point}
                  </li>
                ))}
              </ul>
            )}
          </section>
        ))}
        <section>
          <h2 className="mb-3.5 text-subheading/subheading">Tell us</h2>
          <p>
            Something keeps you from using this site, or from{" "}
            <a href={pages.deleteUser.path}>deleting your account</a>? Write to{" "}
            <a href={`mailto:${contactEmail}`}>{contactEmail}</a>, and say on which page it was, and
            which browser and assistive technology you use.
          </p>
        </section>
      </div>
    </>
  );
}

import type { MetaFunction } from "@remix-run/node";
import { pages } from "~/content/pages";
import { policyDate, policyInShort, policySections } from "~/content/privacy-policy";
import { pageMeta } from "~/features/shell/page-meta";
import { sectionId, TextPage, TextSection } from "~/features/shell/text-page";

export { textPageHandle as handle } from "~/features/shell/text-page";

export const meta: MetaFunction = ({ matches }) => pageMeta("privacy", matches);

/** The mobile app's privacy policy as a document with a table of contents. */
export default function Privacy() {
  return (
    <TextPage title={pages.privacy.title} date={`For the mobile app. Last updated ${policyDate}.`}>
      <div className="grid grid-cols-1 items-start gap-x-20 gap-y-6 deck:grid-cols-[320px_minmax(0,1fr)]">
        <TableOfContents />
        <div>
          <section
            className="mb-13 border border-line bg-raised px-8 pt-7.5 pb-5.5"
            aria-labelledby="short"
          >
            <h2 id="short" className="mb-4.5 text-21/tight">
              The short version
            </h2>
            <ul className="grid gap-4.5 deck:grid-cols-3 deck:gap-6">
              {policyInShort.map(({ figure, text }) => (
                <li key={text} className="text-15/normal text-ink-2">
                  <b className="mb-2 block font-large text-heading/none font-extrabold text-ink">
                    {figure}
                  </b>{" "}
                  {text}
                </li>
              ))}
            </ul>
          </section>
          {policySections.map((section, index) => (
            <TextSection key={section.title} number={index + 1} {...section} />
          ))}
        </div>
      </div>
    </TextPage>
  );
}

const contentsLink =
  "flex min-h-8.5 items-center gap-3.5 pl-5 text-ink-2 no-underline hover:text-ink focus-visible:-outline-offset-3";

function TableOfContents() {
  const links = (
    <ol>
      {policySections.map(({ title }, index) => (
        <li key={title}>
          <a href={`#${sectionId(index + 1)}`} className={contentsLink}>
            <span className="w-[2ch] text-right font-mono text-13/none font-semibold">
              {index + 1}
            </span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
  // The same list twice, of which CSS displays one: collapsed on phones, beside the text on wide screens.
  return (
    <nav className="text-15 deck:sticky deck:top-6 print:hidden" aria-label="Sections">
      <details className="border border-line bg-raised px-4 py-3 deck:hidden">
        <summary className="min-h-8 cursor-pointer font-bold focus-visible:-outline-offset-3">
          All {policySections.length} sections
        </summary>
        {links}
      </details>
      <div className="max-h-[calc(100vh-48px)] overflow-y-auto max-deck:hidden">{links}</div>
    </nav>
  );
}

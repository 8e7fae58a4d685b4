import { Fragment } from "react";
import { pages } from "~/content/pages";
import {
  policyDate,
  policyInShort,
  policySections,
  type PolicyBlock,
  type PolicySection,
} from "~/content/privacy-policy";

const sectionId = (index: number) => `section-${index + 1}`;

/** The mobile app's privacy policy as a document with a table of contents. */
export function PrivacyPage({ privacyEmail }: { privacyEmail: string }) {
  return (
    <>
      <header className="mb-12 border-b-control border-edge pb-9">
        <h1 className="text-44 deck:text-72">Privacy policy</h1>
        <p className="mt-3.5 text-ink-2">For the mobile app. Last updated {policyDate}.</p>
      </header>
      <div className="grid grid-cols-1 items-start gap-x-20 gap-y-6 deck:grid-cols-[320px_minmax(0,1fr)]">
        <TableOfContents />
        <div>
          <InShort />
          {policySections.map((section, index) => (
            <Section key={section.title} section={section} index={index} email={privacyEmail} />
          ))}
        </div>
      </div>
    </>
  );
}

function InShort() {
  return (
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
  );
}

const contentsLink =
  "flex min-h-8.5 items-center gap-3.5 pl-5 text-ink-2 no-underline hover:text-ink focus-visible:-outline-offset-3";

function TableOfContents() {
  const links = (
    <ol>
      {policySections.map(({ title }, index) => (
        <li key={title}>
          <a href={`#${sectionId(index)}`} className={contentsLink}>
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

function Section({
  section,
  index,
  email,
}: {
  section: PolicySection;
  index: number;
  email: string;
}) {
  return (
    <section
      id={sectionId(index)}
      className="max-w-measure scroll-mt-6 pb-11"
      aria-labelledby={`${sectionId(index)}-title`}
    >
      <h2
        id={`${sectionId(index)}-title`}
        className="mb-3.5 flex items-baseline gap-4 text-subheading/subheading"
      >
        <span className="font-mono text-15/none font-semibold text-accent-ink">{index + 1}</span>
        {section.title}
      </h2>
      {section.blocks.map((block, position) => (
        <Block key={position} block={block} email={email} />
      ))}
      {section.title === "Deleting your account" && (
        <p>
          <a href={pages.deleteUser.path}>Delete your account</a>
        </p>
      )}
    </section>
  );
}

function Block({ block, email }: { block: PolicyBlock; email: string }) {
  switch (block.kind) {
    case "text":
      return (
        <p className="mt-3.5">
          <WithMailbox text={block.text} email={email} />
        </p>
      );
    case "points":
      return (
        <ul className="mt-2.5 list-disc pl-5">
          {block.points.map((point) => (
            <li key={point} className="py-0.75 marker:text-accent-ink">
              {point}
            </li>
          ))}
        </ul>
      );
    case "facts":
      return (
        <dl className="mt-3.5 border-t border-line">
          {block.facts.map(({ name, text }) => (
            <div
              key={name}
              className="grid gap-0.5 border-b border-line py-[9.5px] deck:grid-cols-[14em_1fr] deck:gap-4"
            >
              <dt className="font-bold">{name}</dt>
              <dd>{text}</dd>
            </div>
          ))}
        </dl>
      );
  }
}

function WithMailbox({ text, email }: { text: string; email: string }) {
  return text.split("{privacyEmail}").map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <a href={`mailto:${email}`}>{email}</a>}
      {part}
    </Fragment>
  ));
}

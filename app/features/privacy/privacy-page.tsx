import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { pages } from "~/content/pages";
import {
  policyDate,
  policyInShort,
  policySections,
  type PolicyBlock,
  type PolicySection,
} from "~/content/privacy-policy";
import { useCurrentSection } from "./use-current-section";

const sectionId = (index: number) => `section-${index + 1}`;
const sectionIds = policySections.map((_, index) => sectionId(index));

/** The mobile app's privacy policy as a document with a table of contents. */
export function PrivacyPage({ privacyEmail }: { privacyEmail: string }) {
  return (
    <>
      <div className="wrap policy">
        <header>
          <h1>Privacy policy</h1>
          <p>For the mobile app. Last updated {policyDate}.</p>
        </header>
        <TableOfContents />
        <div className="policy-text">
          <section className="policy-short" aria-labelledby="short">
            <h2 id="short">The short version</h2>
            <ul>
              {policyInShort.map(({ figure, text }) => (
                <li key={text}>
                  <b>{figure}</b> {text}
                </li>
              ))}
            </ul>
          </section>
          {policySections.map((section, index) => (
            <Section key={section.title} section={section} index={index} email={privacyEmail} />
          ))}
        </div>
      </div>
    </>
  );
}

function TableOfContents() {
  const current = useCurrentSection(sectionIds);
  const links = (
    <ol>
      {policySections.map(({ title }, index) => (
        <li key={title}>
          <a
            href={`#${sectionId(index)}`}
            aria-current={current === sectionId(index) ? "true" : undefined}
          >
            <span>{index + 1}</span>
            {title}
          </a>
        </li>
      ))}
    </ol>
  );
  // Two forms of one list: folded on phones, standing beside the text on wide screens; CSS shows one.
  return (
    <nav className="policy-contents" aria-label="Sections">
      <details>
        <summary>All {policySections.length} sections</summary>
        {links}
      </details>
      <div className="policy-contents-wide">{links}</div>
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
    <section id={sectionId(index)} aria-labelledby={`${sectionId(index)}-title`}>
      <h2 id={`${sectionId(index)}-title`}>
        <span>{index + 1}</span>
        {section.title}
      </h2>
      {section.blocks.map((block, position) => (
        <Block key={position} block={block} email={email} />
      ))}
      {section.title === "Deleting your account" && (
        <p>
          <Link to={pages.deleteUser.path}>Delete your account</Link>
        </p>
      )}
    </section>
  );
}

function Block({ block, email }: { block: PolicyBlock; email: string }) {
  switch (block.kind) {
    case "text":
      return (
        <p>
          <WithMailbox text={block.text} email={email} />
        </p>
      );
    case "points":
      return (
        <ul className="policy-points">
          {block.points.map((point) => (
            <li key={point}>{point}</li>
          ))}
        </ul>
      );
    case "facts":
      return (
        <dl className="policy-facts">
          {block.facts.map(({ name, text }) => (
            <div key={name}>
              <dt>{name}</dt>
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

import { Fragment, type ReactNode } from "react";
import type { TextBlock, TextSectionContent } from "~/content/text-blocks";
import { useSite } from "./site";

/** The heading of a text page, with its date below. */
export function TextPageHeader({ title, date }: { title: string; date: string }) {
  return (
    <header className="mb-12 border-b-control border-edge pb-9">
      <h1 className="text-44 deck:text-72">{title}</h1>
      <p className="mt-3.5 text-ink-2">{date}</p>
    </header>
  );
}

interface TextSectionProps extends Partial<TextSectionContent> {
  title: string;
  /** For links to the section; left out in short texts. */
  number?: number;
  /** Content after the blocks. */
  children?: ReactNode;
}

/** `id` of a numbered section. */
export const sectionId = (number: number) => `section-${number}`;

/** A section of a text page, numbered where it is long. */
export function TextSection({ title, number, blocks = [], children }: TextSectionProps) {
  return (
    <section
      id={number ? sectionId(number) : undefined}
      className="max-w-measure scroll-mt-6 pb-11"
    >
      <h2 className="mb-3.5 flex items-baseline gap-4 text-subheading/subheading">
        {number && (
          <span className="font-mono text-15/none font-semibold text-accent-ink">{number}</span>
        )}
        {title}
      </h2>
      {blocks.map((block, position) => (
        <Block key={position} {...block} />
      ))}
      {children}
    </section>
  );
}

function Block(block: TextBlock) {
  switch (block.kind) {
    case "text":
      return (
        <p className="mt-3.5">
          <WithMailbox text={block.text} />
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

function WithMailbox({ text }: { text: string }) {
  const { privacyEmail } = useSite();
  return text.split("{privacyEmail}").map((part, index) => (
    <Fragment key={index}>
      {index > 0 && <a href={`mailto:${privacyEmail}`}>{privacyEmail}</a>}
      {part}
    </Fragment>
  ));
}

import type { ReactNode } from "react";
import type { TextBlock, TextSectionContent } from "~/content/text-blocks";
import { DocumentHeader } from "./document-header";
import type { PageHandle } from "./page-handle";
import { useSite } from "./site";

export const textPageHandle: PageHandle = { publicCache: {}, theme: "day", scripts: false };

interface TextPageProps {
  title: string;
  /** Stands below the title. */
  date: string;
  children: ReactNode;
}

/** A page of text in the day theme, with its date below the heading. */
export function TextPage({ title, date, children }: TextPageProps) {
  return (
    <>
      <DocumentHeader />
      <main className="page-wrap pt-10 pb-16 wrap-break-word max-deck:px-4 deck:pt-18 deck:pb-30">
        <header className="mb-12 border-b-control border-edge pb-9">
          <h1 className="text-44 deck:text-[4.5rem]">{title}</h1>
          <p className="mt-3.5 text-ink-2">{date}</p>
        </header>
        {children}
      </main>
    </>
  );
}

interface TextSectionProps extends TextSectionContent {
  /** For links to the section; left out in short texts. */
  number?: number;
}

/** `id` of a numbered section. */
export const sectionId = (number: number) => `section-${number}`;

/** A section of a text page, numbered where it is long. */
export function TextSection({ title, number, blocks }: TextSectionProps) {
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
    </section>
  );
}

function Block(block: TextBlock) {
  switch (block.kind) {
    case "text":
      return (
        <p className="mt-3.5">
          <Words text={block.text} />
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

/** The links and mailboxes of a text. */
const MARKED = /(\[.+?\]\(.+?\)|\{\w+\})/;

function Words({ text }: { text: string }) {
  const { privacyEmail, contactEmail } = useSite();
  return text.split(MARKED).map((part, index) => {
    if (index % 2 === 0) return part;
    const [, label, address] = /^\[(.+)\]\((.+)\)$/.exec(part) ?? [];
    const mailbox = part === "{privacyEmail}" ? privacyEmail : contactEmail;
    return (
      <a key={index} href={address ?? `mailto:${mailbox}`}>
        {label ?? mailbox}
      </a>
    );
  });
}

/** A section of a text page. */
export interface TextSectionContent {
  title: string;
  blocks: readonly TextBlock[];
}

/**
 * A paragraph, a list of named facts, or plain points. In a paragraph `[label](address)` is a link; `{privacyEmail}` and
 * `{contactEmail}` are links to the mailboxes.
 */
export type TextBlock =
  | { kind: "text"; text: string }
  | { kind: "facts"; facts: readonly { name: string; text: string }[] }
  | { kind: "points"; points: readonly string[] };

export const text = (words: string): TextBlock => ({ kind: "text", text: words });
export const points = (...lines: string[]): TextBlock => ({ kind: "points", points: lines });
export const facts = (...rows: [name: string, text: string][]): TextBlock => ({
  kind: "facts",
  facts: rows.map(([name, words]) => ({ name, text: words })),
});

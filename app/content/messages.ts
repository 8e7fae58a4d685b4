import { Children, type ReactElement, type ReactNode } from "react";
import type { Catalogue, MessageId, MessageValues, PlainMessageId } from "./catalogue";

/** Arguments for the placeholders of a message; none if the message has no placeholders. */
type Filling<Id extends MessageId, Rich = never> = Id extends PlainMessageId
  ? []
  : [values: MessageValues<Id, Rich>];

/** Writes the messages of a language. Numbers have Latin digits, like phone numbers and codes. */
export function createMessages({ language, messages }: Pick<Catalogue, "language" | "messages">) {
  function parts(id: MessageId, values: Values = {}): Part[] {
    // A server newer than the page may know other messages.
    const message = messages[id] ?? messages["error.title"];
    if (typeof message === "string") return fill(message, values);
    const form = new Intl.PluralRules(language).select(Number(values.count));
    return fill(message[form] ?? message.other, values);
  }

  return {
    /** BCP 47. */
    language,
    /** A message as a text. */
    text: <Id extends MessageId>(id: Id, ...[values]: Filling<Id>): string =>
      // The types of `Filling` let nobody fill elements into a text.
      (parts(id, values) as string[]).join(""),
    /** A message as React nodes: its placeholders and tags may be elements. */
    rich: <Id extends MessageId>(id: Id, ...[values]: Filling<Id, ReactElement>): ReactNode =>
      // It adds the keys that React needs in a list.
      Children.toArray(parts(id, values)),
  };
}

export type Messages = ReturnType<typeof createMessages>;

type Part = string | number | ReactElement;
type Values = Record<string, unknown>;

/** A tag with its content, or a placeholder. The types of `Filling` make callers pass a value for each. */
const PART = /(<\w+>.*?<\/\w+>|\{\w+\})/;

/** Fills the placeholders and tags of a text. */
function fill(text: string, values: Values): Part[] {
  const split = text.split(PART).filter((part) => part !== "");
  return split.map((part) => {
    const [, tag, inside = "", name] = /^<(\w+)>(.*)<|^\{(\w+)\}$/.exec(part) ?? [];
    if (tag) return (values[tag] as (content: Part[]) => Part)(fill(inside, values));
    return name ? (values[name] as Part) : part;
  });
}

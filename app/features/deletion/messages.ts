import { Children, createContext, useContext, type ReactElement, type ReactNode } from "react";
import type {
  FilledMessage,
  MessageId,
  MessageValues,
  PlainMessageId,
  Texts,
} from "~/content/catalogue";

/** Arguments for the placeholders of a message; none if the message has no placeholders. */
type Filling<Id extends MessageId, Rich = never> = Id extends PlainMessageId
  ? []
  : [values: MessageValues<Id, Rich>];

export interface Messages {
  /** BCP 47. */
  language: string;
  /** A message as a text. */
  text: <Id extends MessageId>(id: Id, ...values: Filling<Id>) => string;
  /** A message chosen by the server, as a text. */
  filled: (message: FilledMessage) => string;
  /** A message as React nodes: its placeholders and tags may be elements. */
  rich: <Id extends MessageId>(id: Id, ...values: Filling<Id, ReactElement>) => ReactNode;
  /** A whole number in Latin digits, as in dates and phone numbers. @param digits minimum number of digits */
  number: (value: number, digits?: number) => string;
}

/** Writes the messages of a language. @param language BCP 47 */
export function createMessages(language: string, texts: Texts): Messages {
  const number: Messages["number"] = (value, digits = 1) => String(value).padStart(digits, "0");

  function parts(id: MessageId, values: Values = {}): Part[] {
    // A server of a later release may name a message that this page does not have.
    const message = texts[Object.hasOwn(texts, id) ? id : "error.title"];
    if (typeof message === "string") return fill(message, values);
    const count = Number(values.count);
    const form = new Intl.PluralRules(language).select(count);
    return fill(message[form] ?? message.other, { count: number(count) });
  }

  return {
    language,
    text: (id, ...values) => plain(parts(id, values[0])),
    filled: (message) => plain(parts(message.id, "values" in message ? message.values : {})),
    // `Children.toArray` adds the keys that React needs in a list.
    rich: (id, ...values) => Children.toArray(parts(id, values[0])),
    number,
  };
}

type Part = string | number | ReactElement;
type Wrap = (content: Part[]) => Part;
type Values = Record<string, unknown>;

/** A tag with its content, or a placeholder. */
const PART = /<(\w+)>(.*?)<\/\1>|\{(\w+)\}/g;

/** Fills the placeholders and tags of a text. Adjacent texts become one, so that React renders one node. */
function fill(text: string, values: Values): Part[] {
  const filled: Part[] = [];
  let words = "";
  let end = 0;
  for (const { 0: part, 1: tag, 2: inside = "", 3: name = "", index } of text.matchAll(PART)) {
    // The types of `Messages` make callers pass a function for each tag, and a value for each placeholder.
    const value = (
      tag === undefined ? values[name] : (values[tag] as Wrap)(fill(inside, values))
    ) as Part;
    words += text.slice(end, index);
    end = index + part.length;
    if (typeof value === "object") {
      filled.push(words, value);
      words = "";
    } else words += String(value);
  }
  return [...filled, words + text.slice(end)].filter((part) => part !== "");
}

/** The types of `Messages` let nobody fill elements into a text. */
const plain = (parts: Part[]) => (parts as string[]).join("");

const MessagesContext = createContext<Messages | null>(null);

/** Sets the language of all messages inside. */
export const MessagesProvider = MessagesContext.Provider;

/** The messages in the page's language. */
export function useMessages(): Messages {
  const messages = useContext(MessagesContext);
  if (messages === null) throw new Error("The page has no language");
  return messages;
}

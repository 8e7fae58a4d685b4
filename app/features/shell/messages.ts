import { Children, createContext, useContext, type ReactElement, type ReactNode } from "react";
import type { FilledMessage, MessageId, MessageValues, PlainMessageId } from "~/content/catalogue";
import { catalogueOf, type MessagePart } from "./catalogues";

/** Arguments for the placeholders of a message; none if the message has no placeholders. */
type Filling<Id extends MessageId, Rich = never> = Id extends PlainMessageId
  ? []
  : [values: MessageValues<Id, Rich>];

export interface Messages {
  /** BCP 47. */
  language: string;
  /** A message as a text. */
  text: <Id extends MessageId>(id: Id, ...values: Filling<Id>) => string;
  /** A message chosen by the server, as a text; a general error text if this release does not know the message. */
  filled: (message: FilledMessage) => string;
  /** A message as React nodes: its placeholders and tags may be elements. */
  rich: <Id extends MessageId>(id: Id, ...values: Filling<Id, ReactElement>) => ReactNode;
  /** A whole number in the language's digits. @param digits minimum number of digits */
  number: (value: number, digits?: number) => string;
}

const messagesByLanguage = new Map<string, Messages>();

/**
 * The messages of a language whose catalogue is loaded.
 *
 * @throws if the catalogue is not loaded
 */
export function messagesIn(language: string): Messages {
  const messages = messagesByLanguage.get(language) ?? createMessages(language);
  messagesByLanguage.set(language, messages);
  return messages;
}

type AnyValues = Record<string, unknown>;

function createMessages(language: string): Messages {
  const { messages } = catalogueOf(language);
  const number: Messages["number"] = (value, digits = 1) =>
    // English avoids `Intl`, because its first use takes a browser 30 ms.
    language === "en"
      ? String(value).padStart(digits, "0")
      : new Intl.NumberFormat(language, { minimumIntegerDigits: digits }).format(value);

  /** Fills the placeholders of a message and joins adjacent texts. @throws if a placeholder has no value */
  function fill(parts: MessagePart[], values: AnyValues, count = ""): unknown[] {
    const filled: unknown[] = [];
    for (const piece of parts.flatMap((part) => pieces(part, values, count))) {
      const before = filled.at(-1);
      if (typeof piece !== "string" || typeof before !== "string") filled.push(piece);
      else filled[filled.length - 1] = before + piece;
    }
    return filled;
  }

  function pieces(part: MessagePart, values: AnyValues, count: string): unknown {
    if (part === 0) return count;
    if (typeof part === "string") return part;
    const [name, inside] = part;
    const value = values[name];
    if (value === undefined) throw new Error(`No value for {${name}}`);
    if (inside === undefined) return typeof value === "number" ? String(value) : value;
    // The types of `Messages` make callers pass values that fit the message.
    if (Array.isArray(inside)) {
      return (value as (content: unknown[]) => unknown)(fill(inside, values, count));
    }
    const form = new Intl.PluralRules(language).select(value as number);
    return fill(inside[form] ?? inside.other ?? [], values, number(value as number));
  }

  function format(id: MessageId, values: AnyValues = {}): unknown[] {
    // A server of a later release may name a message that this page's catalogue does not have.
    const message = messages[Object.hasOwn(messages, id) ? id : "error.title"];
    return typeof message === "string" ? [message] : fill(message, values);
  }

  return {
    language,
    text: (id, ...values) => format(id, values[0]).join(""),
    filled(message) {
      try {
        return format(message.id, "values" in message ? message.values : {}).join("");
      } catch {
        // A server of a later release may send other values for this message.
        return format("error.title").join("");
      }
    },
    // `Children.toArray` adds the keys that React needs in a list.
    rich: (id, ...values) => Children.toArray(format(id, values[0]) as ReactNode),
    number,
  };
}

const LanguageContext = createContext("en");

/** Sets the language of all messages inside. */
export const LanguageProvider = LanguageContext.Provider;

/** The messages in the page's language. */
export function useMessages(): Messages {
  return messagesIn(useContext(LanguageContext));
}

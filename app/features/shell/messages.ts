import { Children, createContext, useContext, type ReactElement, type ReactNode } from "react";
import type { FilledMessage, MessageId, MessageValues, PlainMessageId } from "~/content/catalogue";
import { catalogueOf, type MessagePart } from "./catalogues";

/** What fills the placeholders of a message; nothing where it has none. */
type Filling<Id extends MessageId, Rich = never> = Id extends PlainMessageId
  ? []
  : [values: MessageValues<Id, Rich>];

export interface Messages {
  /** BCP 47. */
  language: string;
  /** A message as a text. */
  text: <Id extends MessageId>(id: Id, ...values: Filling<Id>) => string;
  /** A message that the server has chosen, as a text; of a later release's, that something went wrong. */
  filled: (message: FilledMessage) => string;
  /** A message with elements in its placeholders, and tags that become elements. */
  rich: <Id extends MessageId>(id: Id, ...values: Filling<Id, ReactElement>) => ReactNode;
  /** A whole number in the language's digits. @param digits how many there are at least */
  number: (value: number, digits?: number) => string;
}

const known = new Map<string, Messages>();

/**
 * The texts of a language whose catalogue is loaded.
 *
 * @throws when it is not
 */
export function messagesIn(language: string): Messages {
  const messages = known.get(language) ?? createMessages(language);
  known.set(language, messages);
  return messages;
}

type AnyValues = Record<string, unknown>;

function createMessages(language: string): Messages {
  const { messages } = catalogueOf(language);
  const number: Messages["number"] = (value, digits = 1) =>
    // By hand: a browser needs 30 ms for the first thing that it makes of `Intl`.
    language === "en"
      ? String(value).padStart(digits, "0")
      : new Intl.NumberFormat(language, { minimumIntegerDigits: digits }).format(value);

  /** What a message consists of, neighbouring texts in one. @throws where a placeholder has no value */
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
    // The types of ids and values hold for whoever calls.
    if (Array.isArray(inside)) {
      return (value as (content: unknown[]) => unknown)(fill(inside, values, count));
    }
    const form = new Intl.PluralRules(language).select(value as number);
    return fill(inside[form] ?? inside.other ?? [], values, number(value as number));
  }

  function format(id: MessageId, values: AnyValues = {}): unknown[] {
    // A server of a later release may name one that the scripts of this page do not have.
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
        // A server of a later release may fill it in otherwise.
        return format("error.title").join("");
      }
    },
    // With keys, as a list of React's.
    rich: (id, ...values) => Children.toArray(format(id, values[0]) as ReactNode),
    number,
  };
}

const LanguageContext = createContext("en");

/** Says in which language everything inside is written. */
export const LanguageProvider = LanguageContext.Provider;

/** The texts of the language that the page is written in. */
export function useMessages(): Messages {
  return messagesIn(useContext(LanguageContext));
}

import { IntlMessageFormat } from "intl-messageformat";
import { Children, createContext, useContext, type ReactElement, type ReactNode } from "react";
import type { FilledMessage, MessageId, MessageValues, PlainMessageId } from "~/content/catalogue";
import { catalogueOf } from "./catalogues";

/** What fills the placeholders of a message; nothing where it has none. */
type Filling<Id extends MessageId, Rich = never> = Id extends PlainMessageId
  ? []
  : [values: MessageValues<Id, Rich>];

/** The texts of one language. */
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
  const formats = new Map<MessageId, IntlMessageFormat>();

  function format(id: MessageId, values: AnyValues | undefined) {
    // A server of a later release may name one that the scripts of this page do not have.
    const message = messages[Object.hasOwn(messages, id) ? id : "error.title"];
    if (typeof message === "string") return message;
    const ready = formats.get(id) ?? new IntlMessageFormat(message, language);
    formats.set(id, ready);
    // The types of ids and values hold for whoever calls.
    return ready.format(values as Record<string, string>);
  }

  return {
    language,
    text: (id, ...values) => String(format(id, values[0])),
    filled(message) {
      try {
        return String(format(message.id, "values" in message ? message.values : {}));
      } catch {
        // A server of a later release may fill it in otherwise.
        return String(format("error.title", undefined));
      }
    },
    // With keys, as a list of React's.
    rich: (id, ...values) => Children.toArray(format(id, values[0])),
    number: (value, digits = 1) =>
      new Intl.NumberFormat(language, { minimumIntegerDigits: digits }).format(value),
  };
}

const LanguageContext = createContext("en");

/** Says in which language everything inside is written. */
export const LanguageProvider = LanguageContext.Provider;

/** The texts of the language that the page is written in. */
export function useMessages(): Messages {
  return messagesIn(useContext(LanguageContext));
}

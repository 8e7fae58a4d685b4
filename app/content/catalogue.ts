import type english from "./catalogues/en";

type English = typeof english.messages;

/** Names of the messages of the account-deletion page. */
export type MessageId = keyof English;

/** The forms of a message by plural category; the number `{count}` chooses one. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { other: string };

/** The messages of a language. A message missing from it, or from English, is a type error. */
export type Texts = { [Id in MessageId]: English[Id] extends string ? string : PluralForms };

export interface Catalogue {
  /** BCP 47. */
  language: string;
  /** The native speaker who has reviewed the whole catalogue; null if nobody has. */
  reviewedBy: string | null;
  messages: Texts;
}

/** Values of a message's placeholders and tags: texts, numbers, and values of type `Rich`. */
export type MessageValues<Id extends MessageId, Rich = never> = English[Id] extends string
  ? Record<Placeholder<English[Id]>, string | number | Rich> &
      Record<Tag<English[Id]>, (content: (string | Rich)[]) => Rich>
  : { count: number };

/** Messages without placeholders. */
export type PlainMessageId = {
  [Id in MessageId]: [keyof MessageValues<Id>] extends [never] ? Id : never;
}[MessageId];

type Placeholder<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | Placeholder<Rest>
  : never;
type Tag<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | Tag<Rest>
  : never;

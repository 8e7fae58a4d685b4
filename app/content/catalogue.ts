import type english from "./catalogues/en";

type English = typeof english.messages;

/** Names of the messages of the account-deletion page. */
export type MessageId = keyof English;

/** Catalogue of a language in ICU message format. A message missing from it, or from English, is a type error. */
export interface Catalogue {
  /** BCP 47. */
  language: string;
  /** The native speaker who has reviewed the whole catalogue; null if nobody has. */
  reviewedBy: string | null;
  messages: Record<MessageId, string>;
}

/** Values of a message's placeholders: numbers for plurals, texts, and values of type `Rich`. */
export type MessageValues<Id extends MessageId, Rich = never> = Record<
  Argument<English[Id]>,
  string | number | Rich
> &
  Record<Tag<English[Id]>, (content: (string | Rich)[]) => Rich>;

/** Messages without placeholders. */
export type PlainMessageId = {
  [Id in MessageId]: [Argument<English[Id]> | Tag<English[Id]>] extends [never] ? Id : never;
}[MessageId];

/** A message with the values of its placeholders. */
export type FilledMessage = { id: PlainMessageId } | Filled<Exclude<MessageId, PlainMessageId>>;
type Filled<Id extends MessageId> = { [One in Id]: { id: One; values: MessageValues<One> } }[Id];

/** Names of placeholders in braces. A branch of a plural does not match, because it has more than one word. */
type Argument<Text extends string> = Text extends `${string}{${infer Rest}`
  ? Name<Rest> | Argument<Rest>
  : never;
type Name<Rest extends string> = Rest extends `${infer Inside}}${string}`
  ? Inside extends `${infer First},${string}`
    ? OneWord<First>
    : OneWord<Inside>
  : never;
type OneWord<Text extends string> = Text extends `${string} ${string}` ? never : Text;

type Tag<Text extends string> = Text extends `${string}</${infer Name}>${infer Rest}`
  ? Name | Tag<Rest>
  : never;

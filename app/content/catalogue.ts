import type english from "./catalogues/en";

type English = typeof english.messages;

/** Names of the messages of the account-deletion page. */
export type MessageId = keyof English;

/** One language's file, in ICU message format. A message that English lacks, or has alone, is a type error. */
export interface Catalogue {
  /** BCP 47. */
  language: string;
  /** The native speaker who has read all of it; null for nobody yet. */
  reviewedBy: string | null;
  messages: Record<MessageId, string>;
}

/** What a message's placeholders are filled with: numbers of plurals, texts, and what `Rich` stands for. */
export type MessageValues<Id extends MessageId, Rich = never> = Record<
  Argument<English[Id]>,
  string | number | Rich
> &
  Record<Tag<English[Id]>, (content: (string | Rich)[]) => Rich>;

/** Messages without placeholders. */
export type PlainMessageId = {
  [Id in MessageId]: [Argument<English[Id]> | Tag<English[Id]>] extends [never] ? Id : never;
}[MessageId];

/** A message and what fills it in. */
export type FilledMessage = { id: PlainMessageId } | Filled<Exclude<MessageId, PlainMessageId>>;
type Filled<Id extends MessageId> = { [One in Id]: { id: One; values: MessageValues<One> } }[Id];

/** Names in braces. A plural's branch is none: it holds more than one word. */
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

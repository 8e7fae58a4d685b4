import {
  isLiteralElement,
  isPluralElement,
  isTagElement,
  type MessageFormatElement,
} from "@formatjs/icu-messageformat-parser";

/** Names stay as they are in every language. */
const NAMES = new Set(["Pulse", "PulseScout", "WhatsApp", "OTP"]);

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "áƀçđéƒĝĥíĵķĺḿñóƥɋŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĹḾÑÓƤɊŔŠŢÚṼŴẊÝŽ";

/** A message in accented letters and about two fifths longer, as translations are: its vowels stand twice. */
export function accented(message: MessageFormatElement[]): MessageFormatElement[] {
  return message.map((part) => {
    if (isLiteralElement(part)) return { ...part, value: accentedText(part.value) };
    if (isTagElement(part)) return { ...part, children: accented(part.children) };
    if (!isPluralElement(part)) return part;
    const options = Object.entries(part.options).map(
      ([name, { value }]) => [name, { value: accented(value) }] as const,
    );
    return { ...part, options: Object.fromEntries(options) };
  });
}

function accentedText(text: string): string {
  return text.replace(/[a-z]+/gi, (word) => (NAMES.has(word) ? word : accentedWord(word)));
}

function accentedWord(word: string): string {
  return word
    .replace(/[aeiou]/gi, "$&$&")
    .replace(/[a-z]/gi, (letter) => ACCENTED.charAt(LETTERS.indexOf(letter)));
}

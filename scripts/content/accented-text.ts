/** Names stay as they are in every language. */
const NAMES = new Set(["Pulse", "PulseScout", "WhatsApp", "OTP"]);

const LETTERS = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
const ACCENTED = "áƀçđéƒĝĥíĵķĺḿñóƥɋŕšţúṽŵẋýžÁƁÇĐÉƑĜĤÍĴĶĹḾÑÓƤɊŔŠŢÚṼŴẊÝŽ";

/** Words in accented letters and about two fifths longer, as translations are: their vowels stand twice. */
export function accented(words: string): string {
  return words.replace(/[a-z]+/gi, (word) => (NAMES.has(word) ? word : accentedWord(word)));
}

function accentedWord(word: string): string {
  return word
    .replace(/[aeiou]/gi, "$&$&")
    .replace(/[a-z]/gi, (letter) => ACCENTED.charAt(LETTERS.indexOf(letter)));
}

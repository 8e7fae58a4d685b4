/**
 * What stays of a phone number while it is typed or pasted: ten digits. A leading +91,
 * 91 or 0 goes as soon as ten digits follow it.
 */
export function typedPhone(text: string): string {
  const international = text.trimStart().startsWith("+");
  const digits = text.replace(/\D/g, "");
  const national = /^(?:91|0)(\d{10})$/.exec(digits)?.[1];
  if (national !== undefined) return national;
  if (international) return `+${digits.slice(0, 12)}`;
  return digits.slice(0, digits.startsWith("0") ? 11 : 10);
}

/** What stays of a one-time code while it is typed or pasted: at most six digits. */
export function typedCode(text: string): string {
  return text.replace(/\D/g, "").slice(0, 6);
}

import { useCallback, useEffect, useRef, useState, type FormEvent } from "react";
import type { PlainMessageId } from "~/content/catalogue";

/** State of a digit field after typing or pasting. */
export interface TypedDigits {
  /** Value of the field: digits only. */
  value: string;
  /** Message about characters that were dropped; null if none is needed. */
  note: PlainMessageId | null;
}

const PHONE_DIGITS = 10;

/**
 * Reduces a phone number to at most ten digits. A prefix is dropped only where exactly ten digits remain: eleven digits
 * that begin with 91 stay, because the twelfth may follow, and ten of them would be another person's number. A foreign
 * number is dropped completely for the same reason.
 */
export function typedPhone(text: string): TypedDigits {
  const typed = withAsciiDigits(text);
  const digits = typed.replace(/\D/g, "");
  const isAbroad = /^\+(?!9?$|91)/.test(typed.replace(/[^\d+]/g, ""));
  if (isAbroad) return { value: "", note: "phone.note-abroad" };
  const country = /^(?:00)?910?(\d{10})$/.exec(digits)?.[1];
  if (country !== undefined) return { value: country, note: "phone.note-country" };
  const trunk = /^0(\d{10})$/.exec(digits)?.[1];
  if (trunk !== undefined) return { value: trunk, note: "phone.note-zero" };
  if (digits.length <= PHONE_DIGITS || /^91\d{9}$/.test(digits))
    return { value: digits, note: null };
  return { value: digits.slice(0, PHONE_DIGITS), note: "phone.note-too-long" };
}

/** Reduces a typed or pasted one-time code to at most six digits. */
export function typedCode(text: string): TypedDigits {
  return { value: withAsciiDigits(text).replace(/\D/g, "").slice(0, 6), note: null };
}

/** Converts the decimal digits of all scripts to ASCII: `९८७` becomes `987`. */
function withAsciiDigits(text: string): string {
  return text.normalize("NFKC").replace(/\p{Nd}/gu, (digit) => String(valueOf(digit)));
}

/** The value of a decimal digit. Unicode lists the ten digits of a script in a row from zero; rows may adjoin. */
function valueOf(digit: string): number {
  const code = digit.codePointAt(0) ?? 0;
  let start = code;
  while (/\p{Nd}/u.test(String.fromCodePoint(start - 1))) start -= 1;
  return (code - start) % 10;
}

/**
 * A field that drops all characters that are not digits, but writes nothing while an input method composes. It is
 * uncontrolled, so that text typed or filled in before the scripts ran is not lost.
 *
 * @param keep reduces a text to digits; must be the same function at every render
 */
export function useDigits(keep: (text: string) => TypedDigits) {
  const ref = useRef<HTMLInputElement>(null);
  const [typed, setTyped] = useState<TypedDigits>({ value: "", note: null });
  const update = useCallback(() => {
    const field = ref.current;
    if (!field) return;
    const state = keep(field.value);
    if (field.value !== state.value) field.value = state.value;
    setTyped((last) => (last.value === state.value && state.note === null ? last : state));
  }, [keep]);
  useEffect(() => {
    update();
    // Password managers may fill a field with this event alone, which React does not hear.
    const field = ref.current;
    field?.addEventListener("change", update);
    return () => field?.removeEventListener("change", update);
  }, [update]);
  const onInput = ({ nativeEvent }: FormEvent) => {
    if (!(nativeEvent instanceof InputEvent && nativeEvent.isComposing)) update();
  };
  return { ...typed, field: { ref, onInput, onCompositionEnd: update } };
}

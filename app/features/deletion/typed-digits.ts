import { useCallback, useState, type SyntheticEvent } from "react";
import { usePage } from "./shown-page";

/**
 * Reduces a phone number to at most ten digits. Where a prefix may stand before them, nothing is cut until exactly ten
 * digits follow it, because others could be another person's number: the server reads what stays, or refuses it. Nor are
 * digits of another script changed.
 */
export function typedPhone(text: string): string {
  const digits = text.replace(/[^+\p{Nd}]/gu, "").replace(/(?!^)\+/g, "");
  const number = /^(?:(?:\+|00)?910?|0)?([1-9]\d{9})$/.exec(digits)?.[1];
  const mayHavePrefix = /^\+|^(91|0)\d{9,12}$|(?!\d)\p{Nd}/u.test(digits);
  return number ?? (mayHavePrefix ? digits : digits.slice(0, 10));
}

/** Reduces a typed or pasted one-time code to at most six digits, of any script. */
export function typedCode(text: string): string {
  return (text.match(/\p{Nd}/gu) ?? []).slice(0, 6).join("");
}

/**
 * A field that keeps digits alone, but writes nothing while an input method composes. It is uncontrolled, so that text
 * typed or filled in before the scripts ran is not lost. Without scripts its digits are null.
 *
 * @param keep must be the same function at every render
 */
export function useDigits(keep: (text: string) => string) {
  const [digits, setDigits] = useState<string | null>(null);
  const ref = useCallback(
    (field: HTMLInputElement | null) => {
      if (!field) return;
      const kept = keep(field.value);
      if (field.value !== kept) field.value = kept;
      setDigits(kept);
    },
    [keep],
  );
  const read = ({ nativeEvent, currentTarget }: SyntheticEvent<HTMLInputElement>) => {
    const isComposing = "isComposing" in nativeEvent && nativeEvent.isComposing;
    if (!isComposing) ref(currentTarget);
  };
  const typed = { inputMode: "numeric" as const, defaultValue: usePage().typed };
  return { digits, field: { ...typed, ref, onChange: read, onCompositionEnd: read } };
}

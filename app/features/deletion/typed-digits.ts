import { useRef, useState } from "react";
import type { PlainMessageId } from "~/content/catalogue";
import { useBrowserLayoutEffect } from "~/lib/hydration";

/** State of a digit field after typing or pasting. */
export interface TypedDigits {
  value: string;
  /** Message about characters that were dropped; empty if none is needed. */
  note: PlainMessageId | "";
}

/** A digit of another script than ours. The server reads it; in the field it stays as it was typed. */
const OTHER_DIGIT = /(?!\d)\p{Nd}/u;

/**
 * Reduces a phone number to at most ten digits. A prefix is dropped only where exactly ten digits remain: eleven digits
 * that begin with 91 stay, because the twelfth may follow, and ten of them would be another person's number; likewise
 * those that begin with 0091. A foreign number stays as it was typed, and the server refuses it, for the same reason.
 */
export function typedPhone(text: string): TypedDigits {
  if (OTHER_DIGIT.test(text)) return { value: text, note: "" };
  const digits = text.replace(/\D/g, "");
  const [plus] = /^\+(?!91)\d*/.exec(text.replace(/[^\d+]/g, "")) ?? [];
  if (plus !== undefined) {
    return { value: plus, note: /^\+9?$/.test(plus) ? "" : "phone.note-abroad" };
  }
  const [, prefix, number] = /^((?:00)?910?|0)([1-9]\d{9})$/.exec(digits) ?? [];
  if (number !== undefined) {
    return { value: number, note: prefix === "0" ? "phone.note-zero" : "phone.note-country" };
  }
  if (/^(91\d{9}|910\d{9}|0091\d{7,9}|00910\d{9})$/.test(digits))
    return { value: digits, note: "" };
  const value = digits.slice(0, 10);
  return { value, note: value === digits ? "" : "phone.note-too-long" };
}

/** Reduces a typed or pasted one-time code to at most six digits, of any script. */
export function typedCode(text: string): TypedDigits {
  return { value: (text.match(/\p{Nd}/gu) ?? []).slice(0, 6).join(""), note: "" };
}

/**
 * A field that drops all characters that are not digits, but writes nothing while an input method composes. It is
 * uncontrolled, so that text typed or filled in before the scripts ran is not lost.
 *
 * @param keep reduces a text to digits; must be the same function at every render
 * @returns the state of the field with the element `ref`; null without scripts
 */
export function useDigits(keep: (text: string) => TypedDigits) {
  const ref = useRef<HTMLInputElement>(null);
  const [digits, setDigits] = useState<TypedDigits | null>(null);
  useBrowserLayoutEffect(() => {
    const field = ref.current;
    if (!field) return;
    const update = (event?: Event) => {
      if (event instanceof InputEvent && event.isComposing) return;
      const state = keep(field.value);
      if (field.value !== state.value) field.value = state.value;
      setDigits((last) => (last?.value === state.value && state.note === "" ? last : state));
    };
    update();
    // Password managers may fill a field with `change` alone, which React does not hear.
    const events = ["input", "compositionend", "change"];
    for (const name of events) field.addEventListener(name, update);
    return () => events.forEach((name) => field.removeEventListener(name, update));
  }, [keep]);
  return { ref, digits };
}

import { useCallback, useRef, useState, type FormEvent } from "react";
import type { TypedDigits } from "./typed-digits";

const nothing: TypedDigits = { value: "", memory: "", note: null };

/**
 * A field that keeps only what may be typed into it. It stays uncontrolled, so that what was typed or filled in
 * before the scripts ran is not lost.
 *
 * @param keep what stays of a text; the same function each time
 */
export function useTypedField(keep: (text: string) => TypedDigits) {
  const [typed, setTyped] = useState(nothing);
  const last = useRef(nothing);
  const take = useCallback(
    (field: HTMLInputElement) => {
      const kept = keep(continued(last.current, field.value));
      last.current = kept;
      if (field.value !== kept.value) field.value = kept.value;
      setTyped(kept);
    },
    [keep],
  );
  const ref = useCallback((field: HTMLInputElement | null) => field && take(field), [take]);
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>) => take(currentTarget);
  return { value: typed.value, note: typed.note, field: { ref, onInput } };
}

/** Everything typed so far: what follows the field's old value follows what it could not hold as well. */
function continued(before: TypedDigits, text: string): string {
  return text.startsWith(before.value) ? before.memory + text.slice(before.value.length) : text;
}

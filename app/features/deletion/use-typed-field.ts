import { useCallback, useState, type FormEvent } from "react";

/**
 * A field that keeps only what may be typed into it. It stays uncontrolled, so that what was typed before the
 * scripts ran is not lost.
 *
 * @param keep what stays of a text
 */
export function useTypedField(keep: (text: string) => string) {
  const [value, setValue] = useState("");
  const ref = useCallback((field: HTMLInputElement | null) => {
    if (field) setValue(field.value);
  }, []);
  const onInput = ({ currentTarget: field }: FormEvent<HTMLInputElement>) => {
    const kept = keep(field.value);
    if (kept !== field.value) field.value = kept;
    setValue(kept);
  };
  return { value, field: { ref, onInput } };
}

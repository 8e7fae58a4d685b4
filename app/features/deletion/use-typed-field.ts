import { useCallback, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useSilentChanges } from "./use-silent-changes";
import { editedDigits, leftOut, NOTHING_TYPED, type TypedDigits } from "./typed-digits";

/**
 * A field that keeps only what may be typed into it. It stays uncontrolled, so that what was typed or filled in
 * before the scripts ran is not lost.
 *
 * @param keep what stays of a text; the same function each time
 */
export function useTypedField(keep: (text: string) => TypedDigits) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const last = useRef(NOTHING_TYPED);
  const take = useCallback(
    (field: HTMLInputElement) => {
      const kept = editedDigits(keep, last.current, field.value);
      last.current = kept;
      if (field.value !== kept.value) field.value = kept.value;
      setTyped(kept);
    },
    [keep],
  );
  const element = useRef<HTMLInputElement | null>(null);
  const ref = useCallback(
    (field: HTMLInputElement | null) => {
      element.current = field;
      if (field) take(field);
    },
    [take],
  );
  const takeUnseen = useCallback(() => {
    if (element.current && element.current.value !== last.current.value) take(element.current);
  }, [take]);
  useSilentChanges(element, takeUnseen);
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>) => take(currentTarget);
  /** Drops characters that the field does not show, once it is left or something is deleted from it. */
  const forget = () => {
    const { value, note } = last.current;
    last.current = { value, memory: value, note: value === "" ? null : note };
    setTyped(last.current);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "Backspace" || key === "Delete") forget();
  };
  /** A number that the field left out is kept: the note shows it, and the visitor may go on typing it later. */
  const onBlur = () => {
    if (leftOut(last.current) === null) forget();
  };
  return {
    value: typed.value,
    note: typed.note,
    leftOut: leftOut(typed),
    field: { ref, onInput, onKeyDown, onBlur },
  };
}

import { useCallback, useRef, useState, type FormEvent, type KeyboardEvent } from "react";
import { useSilentChanges } from "./use-silent-changes";
import { digitsAfterEdit, droppedText, NOTHING_TYPED, type TypedDigits } from "./typed-digits";

/**
 * A field that drops all characters that are not allowed in it. The field is uncontrolled, so that text typed or filled
 * in before the scripts ran is not lost.
 *
 * @param keep reduces a text to digits; must be the same function at every render
 */
export function useTypedField(keep: (text: string) => TypedDigits) {
  const [typed, setTyped] = useState(NOTHING_TYPED);
  const last = useRef(NOTHING_TYPED);
  const update = useCallback(
    (field: HTMLInputElement) => {
      const state = digitsAfterEdit(keep, last.current, field.value);
      last.current = state;
      if (field.value !== state.value) field.value = state.value;
      setTyped(state);
    },
    [keep],
  );
  const element = useRef<HTMLInputElement | null>(null);
  const ref = useCallback(
    (field: HTMLInputElement | null) => {
      element.current = field;
      if (field) update(field);
    },
    [update],
  );
  const updateSilent = useCallback(() => {
    if (element.current && element.current.value !== last.current.value) update(element.current);
  }, [update]);
  useSilentChanges(element, updateSilent);
  const onInput = ({ currentTarget }: FormEvent<HTMLInputElement>) => update(currentTarget);
  /** Forgets characters that the field does not display, once the field is left or something is deleted from it. */
  const forget = () => {
    const { value, note } = last.current;
    last.current = { value, memory: value, note: value === "" ? null : note };
    setTyped(last.current);
  };
  const onKeyDown = ({ key }: KeyboardEvent) => {
    if (key === "Backspace" || key === "Delete") forget();
  };
  /** A dropped number stays in memory: the note displays it, and the visitor may continue typing it. */
  const onBlur = () => {
    if (droppedText(last.current) === null) forget();
  };
  return {
    value: typed.value,
    note: typed.note,
    leftOut: droppedText(typed),
    field: { ref, onInput, onKeyDown, onBlur },
  };
}

/** Who is told that a value outside React has changed. `subscribe` is the same function each time, as hooks want it. */
export function createSignal() {
  const listeners = new Set<() => void>();
  return {
    /** @returns how to leave */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: () => {
      for (const listener of listeners) listener();
    },
  };
}

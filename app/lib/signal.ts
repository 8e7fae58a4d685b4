/** Notifies listeners that a value outside React has changed. `subscribe` is a stable function, as hooks need it. */
export function createSignal() {
  const listeners = new Set<() => void>();
  return {
    /** @returns a function that unsubscribes the listener */
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    tell: () => {
      for (const listener of listeners) listener();
    },
  };
}

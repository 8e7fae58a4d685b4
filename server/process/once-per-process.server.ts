/**
 * Builds a value once per process. A development server evaluates modules again on every edit; sockets,
 * child processes and caches must survive that.
 *
 * @param name unique name of the value
 * @param build called on the first request for the name only
 */
export function oncePerProcess<T>(name: string, build: () => T): T {
  if (!values.has(name)) values.set(name, build());
  // Only `build` of the same name ever writes the entry.
  return values.get(name) as T;
}

// `Symbol.for` finds the same property from every evaluation of this module.
const KEY = Symbol.for("pulse.once-per-process");
const holder = globalThis as { [KEY]?: Map<string, unknown> };
const values = (holder[KEY] ??= new Map<string, unknown>());

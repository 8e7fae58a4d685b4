import { createBoundedMap } from "../process/memory-bounds.server";
import { LONGEST_COOL_DOWN_MS } from "./retry-after.server";

/**
 * Until when upstreams asked not to be called again, as this process was told. Each key (a phone, a session) cools down
 * by itself: one person's 429 must not stop everybody else's calls.
 */
export interface CoolDowns {
  /** The end of a key's cool-down in milliseconds since 1970; 0 when it has none. */
  until(key: string): number;
  note(key: string, until: number): void;
}

export function createCoolDowns(): CoolDowns {
  const ends = createBoundedMap<number>("coolDowns");
  return {
    until(key) {
      const until = ends.get(key) ?? 0;
      // After the clock was set back, an end that is too far ahead counts as none.
      return until > Date.now() && until <= Date.now() + LONGEST_COOL_DOWN_MS ? until : 0;
    },
    note: (key, until) => void ends.set(key, until),
  };
}

/** Which finished outcomes are still given to a repeated request that left the browser before it could know of them. */
export interface Linger<T> {
  ms: number;
  when: (outcome: T) => boolean;
}

/** A repeated request may have left the browser before it knew of the first one's success. */
export const LATE_PRESS_MS = 2_000;

/** Whoever has lost an answer presses again, for as long as no other code could be sent anyway. */
export const LOST_ANSWER_MS = 60_000;

/** Lets requests with the same key share one result: one that comes while a call is under way gets its outcome. */
export interface Flights<T> {
  /**
   * Runs the call, or joins the one that is under way for the same key.
   *
   * @param call `abandoned`: whether an earlier one was begun and nobody knows how it ended
   */
  run(key: string, call: (abandoned: boolean) => Promise<T>): Promise<T>;
}

/** Of this process alone. */
export interface LocalFlights<T> extends Flights<T> {
  /** The call for a key that is under way, or whose outcome is still given to repeated requests; null for none. */
  find(key: string): Promise<T> | null;
}

/**
 * Shares within this process. What is shared is what the upstream and the limits said, never a session or anything
 * that a visitor typed. Without `linger` an outcome is forgotten as soon as the call has ended; a rejection always is.
 */
export function createSingleFlight<T>(linger?: Linger<T>): LocalFlights<T> {
  const flights = new Map<string, Promise<T>>();
  return {
    find: (key) => flights.get(key) ?? null,
    run(key, call) {
      const underWay = flights.get(key);
      if (underWay) return underWay;
      const flight = call(false);
      flights.set(key, flight);
      const forget = () => void flights.delete(key);
      flight.then((outcome) => {
        if (linger?.when(outcome)) setTimeout(forget, linger.ms).unref();
        else forget();
      }, forget);
      return flight;
    },
  };
}

/** Lets requests with the same key share one call: a request that comes while it is under way gets its outcome. */
export interface Flights<T> {
  /**
   * Runs the call, or joins the one that is under way for the same key.
   *
   * @param call `abandoned`: whether an earlier one was begun and nobody knows how it ended
   */
  run(key: string, call: (abandoned: boolean) => Promise<T>): Promise<T>;
}

/**
 * Shares calls within this process, and forgets each when it has ended. The shared outcome is what the upstream and the
 * limits said, never a session or anything that a visitor typed.
 */
export function createSingleFlight<T>(): Flights<T> {
  const flights = new Map<string, Promise<T>>();
  return {
    run(key, call) {
      const underWay = flights.get(key);
      if (underWay) return underWay;
      const flight = call(false).finally(() => void flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
}

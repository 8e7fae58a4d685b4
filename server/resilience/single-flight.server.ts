/** Lets requests with the same key share one call: a request that comes while it is under way gets its outcome. */
export interface SingleFlight<T> {
  /** Runs the call, or joins the one that is under way for the same key. */
  run(key: string, call: () => Promise<T>): Promise<T>;
}

/** Shares calls within this process, and forgets each when it has ended. */
export function createSingleFlight<T>(): SingleFlight<T> {
  const flights = new Map<string, Promise<T>>();
  return {
    run(key, call) {
      const underWay = flights.get(key);
      if (underWay) return underWay;
      const flight = call().finally(() => void flights.delete(key));
      flights.set(key, flight);
      return flight;
    },
  };
}

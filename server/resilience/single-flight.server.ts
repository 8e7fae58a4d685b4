/** Lets requests with the same key share one call: requests that arrive while the call runs get its outcome. */
export interface SingleFlight<T> {
  /** Runs the call, or joins the running call of the same key. */
  run(key: string, call: () => Promise<T>): Promise<T>;
}

/** Creates a single flight within this process. A call that has ended is not shared any more. */
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

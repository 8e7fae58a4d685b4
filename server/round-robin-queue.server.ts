/**
 * Work that waits for its turn, by client network: networks take turns, and each has its own order. A crowd from one
 * address waits for itself; who comes alone waits for one turn of each other network.
 */
export interface RoundRobinQueue<T> {
  /** Everything that waits. */
  readonly size: number;
  /** How many networks have something waiting. */
  readonly networks: number;
  /** How much of one network's waits. */
  waiting(network: string): number;
  /** @param ahead whether it goes before what waits of the same network and was not put ahead */
  add(network: string, item: T, ahead?: boolean): void;
  /** Takes the next one, of the network whose last turn is longest ago. */
  next(): T | undefined;
  /** Takes one out that does not wait any more. */
  remove(network: string, item: T): void;
  /** Takes out the newest of the network of which most waits. */
  newestOfLargest(): T | undefined;
  /** The longest waiting ones of each network. */
  heads(): Iterable<T>;
  /** Takes all. */
  clear(): T[];
}

interface Lane<T> {
  ahead: T[];
  others: T[];
}

export function createRoundRobinQueue<T>(): RoundRobinQueue<T> {
  /** In the order of their turns; no lane is empty. */
  const lanes = new Map<string, Lane<T>>();
  let size = 0;

  const lengthOf = ({ ahead, others }: Lane<T>) => ahead.length + others.length;

  function took(network: string, lane: Lane<T>, count: number): void {
    size -= count;
    if (lengthOf(lane) === 0) lanes.delete(network);
  }

  return {
    get size() {
      return size;
    },
    get networks() {
      return lanes.size;
    },
    waiting(network) {
      const lane = lanes.get(network);
      return lane === undefined ? 0 : lengthOf(lane);
    },
    add(network, item, ahead = false) {
      const lane = lanes.get(network) ?? { ahead: [], others: [] };
      lanes.set(network, lane);
      (ahead ? lane.ahead : lane.others).push(item);
      size += 1;
    },
    next() {
      for (const [network, lane] of lanes) {
        const item = lane.ahead.length > 0 ? lane.ahead.shift() : lane.others.shift();
        // To the end of the order, if more of it waits.
        lanes.delete(network);
        lanes.set(network, lane);
        took(network, lane, 1);
        return item;
      }
      return undefined;
    },
    remove(network, item) {
      const lane = lanes.get(network);
      if (lane === undefined) return;
      const before = lengthOf(lane);
      lane.ahead = lane.ahead.filter((one) => one !== item);
      lane.others = lane.others.filter((one) => one !== item);
      took(network, lane, before - lengthOf(lane));
    },
    newestOfLargest() {
      let [largest, most] = ["", 0];
      for (const [network, lane] of lanes) {
        if (lengthOf(lane) > most) [largest, most] = [network, lengthOf(lane)];
      }
      const lane = lanes.get(largest);
      if (lane === undefined) return undefined;
      const item = lane.others.length > 0 ? lane.others.pop() : lane.ahead.pop();
      took(largest, lane, 1);
      return item;
    },
    *heads() {
      for (const { ahead, others } of lanes.values())
        yield* [...ahead.slice(0, 1), ...others.slice(0, 1)];
    },
    clear() {
      const all = [...lanes.values()].flatMap(({ ahead, others }) => [...ahead, ...others]);
      lanes.clear();
      size = 0;
      return all;
    },
  };
}

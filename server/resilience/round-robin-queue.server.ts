import { networksOf } from "../process/client-address.server";

/**
 * A queue in which client networks take turns; items of one network keep their order. Many requests from one address
 * delay only each other, and a single visitor waits at most one turn of each other network. Turns are nested: an IPv6
 * /48 has one turn among all networks, a /56 one within it, a /64 one within that, so neighbours share their turns too.
 */
export interface RoundRobinQueue<T> {
  /** The number of waiting items. */
  readonly size: number;
  /** Whether a network already has its share of waiting items when this many places are divided among all networks. */
  hasShare(network: string, places: number): boolean;
  /** @param ahead whether the item goes before those of the same network that were added without `ahead` */
  add(network: string, item: T, ahead?: boolean): void;
  /**
   * Takes the next item, of the network whose last turn was longest ago.
   *
   * @param mayGo whether an item of this client network may be taken; by default every item may
   */
  next(mayGo?: (network: string) => boolean): T | undefined;
  /** Removes an item that no longer waits. */
  remove(network: string, item: T): void;
  /** Removes and returns the newest item of the network with the most waiting items. */
  newestOfLargest(): T | undefined;
  /** The longest waiting items of each network: the first that was added with `ahead`, and the first without. */
  heads(): Iterable<T>;
}

/** The waiting items of a network: its own items, or lanes of the smaller networks within it. */
interface Lane<T> {
  size: number;
  /** The network's own items in order; the first `ahead` of them were added with `ahead`. */
  items: T[];
  ahead: number;
  /** Non-empty lanes of smaller networks, in the order of their turns. */
  within: Map<string, Lane<T>>;
}

export function createRoundRobinQueue<T>(): RoundRobinQueue<T> {
  const all = emptyLane<T>();

  /** Takes an item out of an inner lane, and removes that lane when it becomes empty. */
  function takeFrom(lane: Lane<T>, name: string, take: (inner: Lane<T>) => T | undefined) {
    const inner = lane.within.get(name);
    const item = inner && take(inner);
    if (item === undefined) return undefined;
    lane.size -= 1;
    if (inner?.size === 0) lane.within.delete(name);
    return item;
  }

  function next(lane: Lane<T>, mayGo: (network: string) => boolean): T | undefined {
    for (const name of lane.within.keys()) {
      const item = takeFrom(lane, name, (inner) => {
        if (inner.within.size > 0) return next(inner, mayGo);
        return mayGo(name) ? takeOwn(inner, 0) : undefined;
      });
      if (item === undefined) continue;
      const inner = lane.within.get(name);
      // A network that still has waiting items goes to the end of the order.
      if (inner !== undefined) {
        lane.within.delete(name);
        lane.within.set(name, inner);
      }
      return item;
    }
    return undefined;
  }

  function newestOfLargest(lane: Lane<T>): T | undefined {
    let [largest, max] = ["", 0];
    // Of equally large networks the last is chosen, because the first has waited longest for its turn.
    for (const [name, { size }] of lane.within) if (size >= max) [largest, max] = [name, size];
    if (max > 0) return takeFrom(lane, largest, newestOfLargest);
    return takeOwn(lane, lane.items.length - 1);
  }

  function remove(lane: Lane<T>, [name, ...rest]: string[], item: T): T | undefined {
    if (name !== undefined) return takeFrom(lane, name, (inner) => remove(inner, rest, item));
    const index = lane.items.indexOf(item);
    return index >= 0 ? takeOwn(lane, index) : undefined;
  }

  return {
    get size() {
      return all.size;
    },
    hasShare(network, places) {
      let share = places;
      let lane: Lane<T> | undefined = all;
      for (const name of turnsOf(network)) {
        const inner: Lane<T> | undefined = lane?.within.get(name);
        share = Math.floor(share / ((lane?.within.size ?? 0) + (inner === undefined ? 1 : 0)));
        if ((inner?.size ?? 0) < share) return false;
        lane = inner;
      }
      return true;
    },
    add(network, item, ahead = false) {
      let lane = all;
      lane.size += 1;
      for (const name of turnsOf(network)) {
        const inner = lane.within.get(name) ?? emptyLane<T>();
        lane.within.set(name, inner);
        lane = inner;
        lane.size += 1;
      }
      lane.items.splice(ahead ? lane.ahead : lane.items.length, 0, item);
      if (ahead) lane.ahead += 1;
    },
    next: (mayGo = () => true) => next(all, mayGo),
    remove: (network, item) => void remove(all, turnsOf(network), item),
    newestOfLargest: () => newestOfLargest(all),
    heads: () => heads(all),
  };
}

/** The names of a client's nested networks, the widest first. */
function turnsOf(network: string): string[] {
  return networksOf(network)
    .map(({ name }) => name)
    .reverse();
}

function emptyLane<T>(): Lane<T> {
  return { size: 0, items: [], ahead: 0, within: new Map() };
}

function takeOwn<T>(lane: Lane<T>, index: number): T | undefined {
  const [item] = lane.items.splice(index, 1);
  if (item === undefined) return undefined;
  lane.size -= 1;
  if (index < lane.ahead) lane.ahead -= 1;
  return item;
}

function* heads<T>({ items, ahead, within }: Lane<T>): Iterable<T> {
  if (items[0] !== undefined) yield items[0];
  if (items[ahead] !== undefined && ahead > 0) yield items[ahead];
  for (const lane of within.values()) yield* heads(lane);
}

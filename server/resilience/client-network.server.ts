import ipaddr from "ipaddr.js";

/** A network that a client counts in, and how many times as much it may have as one client. */
export interface Network {
  /** An IPv4 address, or an IPv6 network such as `2001:db8:1:2::/64`. */
  name: string;
  times: number;
}

/**
 * The network that a client's requests count for: an IPv4 address itself, for IPv6 its /64,
 * because one household or phone owns a whole /64 and can change the rest at will.
 *
 * @param address an address as the HTTP layer knows it; anything unreadable counts as it is
 */
export function clientNetwork(address: string): string {
  return networksOf(address)[0].name;
}

/**
 * Every network that a client counts in, the smallest first: an IPv4 address alone, for IPv6 the /64, its /56 and its
 * /48. One customer of a provider may own a /56 or a /48, and is not to count as many clients.
 *
 * @param client an address, or what {@link clientNetwork} made of one
 */
export function networksOf(client: string): [Network, ...Network[]] {
  const address = client.endsWith("/64") ? client.slice(0, -"/64".length) : client;
  if (!ipaddr.isValid(address)) return [{ name: client, times: 1 }];
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return [{ name: parsed.toString(), times: 1 }];
  // A browser and a script on the same machine are one client, whichever loopback address each has chosen.
  if (parsed.range() === "loopback") return [{ name: "127.0.0.1", times: 1 }];
  const [first = 0, second = 0, third = 0, fourth = 0] = parsed.parts;
  const network = (last: number, bits: number, times: number): Network => {
    const start = new ipaddr.IPv6([first, second, third, last, 0, 0, 0, 0]);
    return { name: `${start.toString()}/${bits}`, times };
  };
  return [network(fourth, 64, 1), network(fourth & 0xff00, 56, 4), network(0, 48, 16)];
}

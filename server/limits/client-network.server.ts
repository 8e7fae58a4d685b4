import ipaddr from "ipaddr.js";

/**
 * The network that a client's requests count for: an IPv4 address itself, for IPv6 its /64,
 * because one household or phone owns a whole /64 and can change the rest at will.
 *
 * @param address an address as the HTTP layer knows it; anything unreadable counts as it is
 */
export function clientNetwork(address: string): string {
  if (!ipaddr.isValid(address)) return address;
  const parsed = ipaddr.process(address);
  if (!(parsed instanceof ipaddr.IPv6)) return parsed.toString();
  return `${new ipaddr.IPv6([...parsed.parts.slice(0, 4), 0, 0, 0, 0]).toString()}/64`;
}

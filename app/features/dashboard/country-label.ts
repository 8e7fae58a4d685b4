import type { CountryOption } from "server/upstream/contracts/trips.server";
import { grouped } from "~/lib/format-metric";

/** A country to choose: its name, with the number of its trips in brackets when known. */
export function countryLabel({ name, label = name, count }: CountryOption): string {
  return count === null ? label : `${label} (${grouped(count)})`;
}

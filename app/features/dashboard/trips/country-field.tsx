import { ChevronDown } from "lucide-react";
import type { TripFilters } from "server/upstream/contracts/trips.server";
import { countryLabel } from "./trips-view";

interface CountryFieldProps {
  value: string;
  /** Null while the countries are on their way. */
  filters: TripFilters | null;
  onChange: (country: string) => void;
}

/** The country filter with its `Done`. */
export function CountryField({ value, filters, onChange }: CountryFieldProps) {
  const listed = filters?.countries.some((country) => country.name === value);
  return (
    <div className="field country-field">
      <label htmlFor="trip-country">Country</label>
      <div className="field-row">
        <div className="sel">
          <select
            id="trip-country"
            name="country"
            value={value}
            onChange={(event) => onChange(event.target.value)}
          >
            <option value="">All Countries</option>
            {!filters && <option disabled>Loading...</option>}
            {value && !listed && <option value={value}>{value}</option>}
            {filters?.countries.map((country) => (
              <option key={country.name} value={country.name}>
                {countryLabel(country)}
              </option>
            ))}
          </select>
          <ChevronDown className="i" aria-hidden />
        </div>
        <button className="btn go">Done</button>
      </div>
    </div>
  );
}

import { ChevronDown } from "lucide-react";
import type { TripFilters } from "server/upstream/contracts/trips.server";
import { Button } from "~/ui/button";
import { fieldFrame, fieldLabel } from "~/ui/field";
import type { Draft } from "~/ui/use-draft";
import { shownName } from "../dashboard-url";
import { PickerFrame } from "./picker-frame";
import { countryLabel } from "./trip-texts";

interface CountryFieldProps {
  draft: Draft<HTMLSelectElement>;
  /** Null while the countries are on their way. */
  filters: TripFilters | null;
}

/** The country filter with its `Done`. */
export function CountryField({ draft, filters }: CountryFieldProps) {
  const { text: value, setText, field } = draft;
  const listed = filters?.countries.some((country) => country.name === value);
  return (
    <div className={fieldFrame({ size: "small", className: "@max-bar:w-full" })}>
      <label className={fieldLabel({ size: "small" })} htmlFor="trip-country">
        Country
      </label>
      <div className="flex flex-wrap gap-2">
        <PickerFrame opens="list" Icon={ChevronDown}>
          <select
            className={select}
            ref={field}
            id="trip-country"
            name="country"
            value={value}
            onChange={(event) => setText(event.target.value)}
          >
            <option value="">All Countries</option>
            {!filters && <option disabled>Loading...</option>}
            {value && !listed && <option value={value}>{shownName(value)}</option>}
            {filters?.countries.map((country) => (
              <option key={country.name} value={country.name}>
                {countryLabel(country)}
              </option>
            ))}
          </select>
        </PickerFrame>
        <Button type="submit" tone="go" size="tool" wraps={false}>
          Done
        </Button>
      </div>
    </div>
  );
}

const select = [
  "min-h-12 w-full appearance-none rounded-control border-control border-edge bg-raised",
  "pt-0.75 pr-11 pl-3.5 text-ellipsis",
].join(" ");

import { Link } from "@remix-run/react";
import type { Cached } from "server/cache/stale-while-revalidate.server";
import type { TripFilters } from "server/upstream/contracts/trips.server";
import { AgeStamp } from "~/ui/age-stamp";
import { Panel } from "~/ui/panel";
import { dashboardUrl } from "../dashboard-url";
import { countryLabel } from "../country-label";
import { foot, frame } from "./chart-panel";

/** The countries that trips can be filtered by, each the way to its trips, with their number where it is known. */
export function CountryLinks({
  filters: { value, asOf, state },
}: {
  filters: Cached<TripFilters>;
}) {
  return (
    <Panel className={frame} aria-labelledby={ID}>
      <h2 className="text-21/tight" id={ID}>
        Trips by country
      </h2>
      <ul className="my-2.5 flex flex-wrap gap-x-5">
        {value.countries.map((country) => (
          <li key={country.name} className="min-w-0">
            <Link
              className="inline-flex min-h-8 items-center wrap-anywhere"
              to={dashboardUrl({ tab: "trip", country: country.name })}
              rel="nofollow"
              prefetch="none"
            >
              <bdi className="min-w-0">{countryLabel(country)}</bdi>
            </Link>
          </li>
        ))}
      </ul>
      <footer className={foot}>
        <AgeStamp asOf={asOf} failed={state === "stale"} empty={value.countries.length === 0} />
      </footer>
    </Panel>
  );
}

const ID = "trips-by-country";

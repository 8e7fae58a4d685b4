import { Link } from "@remix-run/react";
import { formatDay } from "~/lib/format-day";
import { Button } from "~/ui/button";
import { barField, input } from "~/ui/field";
import { Panel } from "~/ui/panel";
import { REPORT_PATH } from "../dashboard-url";
import { reportUrl } from "./report-url";
import { AddressForm } from "../address-form";
import type { ReportAnswer } from "./report-page";

/** GET form for the report's days and filters, with links to preset ranges. */
export function ReportForm({ request, problem, countries, presets, newest, today }: ReportAnswer) {
  const { by, country, q } = request;
  const day = (name: "from" | "to", label: string) => (
    <label className={field}>
      <span className={barField.label}>{label}</span>
      <input
        className={input()}
        type="date"
        name={name}
        defaultValue={request[name]}
        min="1000-01-01"
        max="9999-12-31"
        aria-invalid={problem !== null || undefined}
        aria-describedby={problem === null ? undefined : "report-problem"}
      />
    </label>
  );
  return (
    <Panel className="px-4 py-4.5 md:px-6 md:py-5 print:hidden" aria-label="Days and filters">
      <AddressForm action={REPORT_PATH} className="flex flex-wrap items-end gap-4" noValidate>
        {day("from", "From")}
        {day("to", "To")}
        <div className={field}>
          <label className={barField.label} htmlFor="report-country">
            Country
          </label>
          <select
            key={country}
            className={input()}
            id="report-country"
            name="country"
            defaultValue={country ?? ""}
          >
            <option value="">All Countries</option>
            {[...new Set(countries.concat(country ?? []))].map((name) => (
              <option key={name}>{name}</option>
            ))}
          </select>
        </div>
        <label className={`${barField.field} min-w-0 flex-[2_1_16rem]`}>
          <span className={barField.label}>Wallet</span>
          <input
            className={input()}
            name="q"
            defaultValue={q ?? ""}
            placeholder="Of one wallet alone"
            spellCheck={false}
            maxLength={200}
          />
        </label>
        {by !== "day" && <input type="hidden" name="by" value={by} />}
        <Button type="submit" tone="go" size="tool" wraps={false} className="min-h-13">
          Show report
        </Button>
      </AddressForm>
      {problem !== null && (
        <p className="mt-3 font-semibold text-danger" id="report-problem" role="alert">
          {problem}
        </p>
      )}
      <nav
        className="mt-3.5 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-15"
        aria-label="Ranges"
      >
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {presets.map(({ name, from, to }) => (
            <li key={name}>
              <Link
                className="inline-flex min-h-8 items-center"
                to={reportUrl({ from, to, country, q, by })}
                rel="nofollow"
              >
                {name}
              </Link>
            </li>
          ))}
        </ul>
        <p className="text-ink-2">
          At most 31 days, in UTC. Counted from {formatDay(newest)}
          {newest === today ? ", today." : ", the day of the newest trip."}
        </p>
      </nav>
    </Panel>
  );
}

const field = `${barField.field} min-w-0 flex-[1_1_10rem]`;

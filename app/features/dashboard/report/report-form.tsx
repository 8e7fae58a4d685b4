import { Form, Link } from "@remix-run/react";
import { useEffect, useRef } from "react";
import type { CountryOption } from "server/upstream/contracts/trips.server";
import { Button } from "~/ui/button";
import { Field, input } from "~/ui/field";
import { formatDay } from "~/lib/format-day";
import { Panel } from "~/ui/panel";
import { REPORT_PATH, shownName } from "../dashboard-url";
import { presets, reportUrl, type ReportState } from "./report-url";

interface ReportFormProps {
  state: ReportState;
  countries: readonly CountryOption[];
  /** The day from which the preset ranges are counted, `YYYY-MM-DD`. */
  newest: string;
  /** Whether `newest` is the day of the newest trip, rather than today. */
  endsWithTrips: boolean;
}

/** GET form for the report's days and filters, with links to preset ranges. */
export function ReportForm({ state, countries, newest, endsWithTrips }: ReportFormProps) {
  const { from, to, country, q } = state.request;
  const form = useFormReset(reportUrl(state.request));
  const options = presets(newest);
  const by = state.problem === null ? state.request.by : "day";
  const link = (name: string, range: { from: string; to: string }) => (
    <li>
      <Link
        className="inline-flex min-h-8 items-center"
        to={reportUrl({ ...range, country, q, by })}
        rel="nofollow"
        prefetch="none"
      >
        {name}
      </Link>
    </li>
  );
  return (
    <Panel className="px-4 py-4.5 md:px-6 md:py-5 print:hidden" aria-label="Days and filters">
      <Form
        ref={form}
        method="get"
        action={REPORT_PATH}
        className="flex flex-wrap items-end gap-4"
        noValidate
      >
        <DayField name="from" label="From" day={from} problem={state.problem} />
        <DayField name="to" label="To" day={to} problem={state.problem} />
        <Field id="report-country" label="Country" size="small" className={field}>
          {(control) => (
            <select
              key={country}
              className={input("line")}
              name="country"
              defaultValue={country ?? ""}
              {...control}
            >
              <option value="">All Countries</option>
              {country !== undefined && !countries.some(({ name }) => name === country) && (
                <option value={country}>{shownName(country)}</option>
              )}
              {countries.map(({ name }) => (
                <option key={name} value={name}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </Field>
        <Field id="report-wallet" label="Wallet" size="small" className="min-w-0 flex-[2_1_16rem]">
          {(control) => (
            <input
              className={input("line")}
              name="q"
              defaultValue={q ?? ""}
              placeholder="Of one wallet alone"
              autoComplete="off"
              spellCheck={false}
              maxLength={200}
              {...control}
            />
          )}
        </Field>
        {by !== "day" && <input type="hidden" name="by" value={by} />}
        <Button type="submit" tone="go" size="tool" wraps={false} className="min-h-13">
          Show report
        </Button>
      </Form>
      {state.problem !== null && (
        <p className="mt-3 font-semibold text-danger" id={PROBLEM_ID} role="alert">
          {state.problem}
        </p>
      )}
      <nav
        className="mt-3.5 flex flex-wrap items-baseline gap-x-5 gap-y-1 text-15"
        aria-label="Ranges"
      >
        <ul className="flex flex-wrap gap-x-5 gap-y-1">
          {link("Yesterday", options.yesterday)}
          {link("Last 7 days", options.lastWeek)}
          {link("Last 30 days", options.last30)}
          {link("This month", options.month)}
        </ul>
        <p className="text-ink-2">
          Counted from {formatDay(newest)}
          {endsWithTrips ? ", the day of the newest trip." : ", today."}
        </p>
      </nav>
    </Panel>
  );
}

/** Ref for the form. Resets its fields when the URL changes; focus stays (WCAG 2.4.3). */
function useFormReset(url: string) {
  const form = useRef<HTMLFormElement>(null);
  const displayedUrl = useRef(url);
  useEffect(() => {
    if (displayedUrl.current !== url) form.current?.reset();
    displayedUrl.current = url;
  }, [url]);
  return form;
}

const PROBLEM_ID = "report-problem";

const field = "min-w-0 flex-[1_1_10rem]";

interface DayFieldProps {
  name: "from" | "to";
  label: string;
  day: string;
  problem: string | null;
}

function DayField({ name, label, day, problem }: DayFieldProps) {
  return (
    <Field
      id={`report-${name}`}
      label={label}
      size="small"
      className={field}
      {...(problem !== null && { describedBy: PROBLEM_ID })}
    >
      {(control) => (
        <input
          className={input("line")}
          type="date"
          name={name}
          defaultValue={day}
          min="1000-01-01"
          max="9999-12-31"
          {...control}
          aria-invalid={problem !== null || undefined}
        />
      )}
    </Field>
  );
}

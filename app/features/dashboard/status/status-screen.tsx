import { RotateCw } from "lucide-react";
import { useId, type ReactNode } from "react";
import type { LastError } from "server/cache/answer-store.server";
import type {
  FailureStatus,
  Occupancy,
  SystemStatus,
} from "server/operations/system-status.server";
import { formatExactDateTime, formatIso } from "~/lib/format-date";
import { formatAge } from "~/lib/format-duration";
import { DASH, formatExact } from "~/lib/format-metric";
import { Button } from "~/ui/button";
import { Panel } from "~/ui/panel";
import { StatusIcon } from "~/ui/status-icon";
import { STATUS_PATH } from "../dashboard-url";
import { RefreshForm } from "./refresh-form";
import { StatusTable } from "./status-table";
import {
  agesText,
  breakerStatuses,
  errorText,
  formatBytes,
  formatMilliseconds,
  groupNames,
  groupStatus,
  isResource,
  limitNames,
  problemsOf,
  redisStatus,
  upstreamName,
  type Status,
} from "./status-words";

interface StatusScreenProps {
  system: SystemStatus;
  /** The server's clock, epoch milliseconds. */
  now: number;
}

/** Status of the site and its dependencies, for operators. Contains no visitor data or input. */
export function StatusScreen({ system, now }: StatusScreenProps) {
  return (
    <div className="grid grid-cols-1 gap-4 md:gap-6">
      <Verdict system={system} now={now} />
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
        <p className="max-w-measure text-ink-2">
          Of the instance that answered. No visitor is named here, and nothing that anyone looked
          for.
        </p>
        <form method="get" action={STATUS_PATH} className="print:hidden">
          <Button type="submit" tone="line" size="small">
            <RotateCw className="icon" aria-hidden />
            Reload
          </Button>
        </form>
      </div>
      <StatusTable
        title="Cached answers"
        note="Hits are answers served from here without waiting for an upstream."
        from="wide"
        // Searches and filtered lists are grouped, so that no visitor input is displayed.
        rows={system.answers}
        columns={[
          { label: "Answer", cell: ({ name }) => groupNames[name] },
          { label: "State", cell: (group) => <StatusMark {...groupStatus(group)} /> },
          { label: "Age", figures: true, cell: (group) => agesText(group) ?? DASH },
          { label: "Hits", figures: true, cell: ({ hits }) => formatExact(hits) },
          {
            label: "Size",
            figures: true,
            cell: ({ bytes }) => (bytes > 0 ? formatBytes(bytes) : DASH),
          },
          {
            label: "Last error",
            cell: ({ lastError }) => <Failed failure={lastError} now={now} />,
          },
          {
            label: "By hand",
            cell: ({ name }) =>
              isResource(name) ? <RefreshForm resource={name} name={groupNames[name]} /> : DASH,
          },
        ]}
      />
      <StatusTable
        title="Upstreams"
        rows={system.upstreams}
        columns={[
          { label: "Upstream", cell: ({ name }) => upstreamName(name) },
          {
            label: "Circuit breaker",
            cell: ({ breaker }) => <StatusMark {...breakerStatuses[breaker]} />,
          },
          {
            label: "Last success",
            cell: ({ lastSuccess: at }) =>
              at === null ? <span className="text-ink-2">Not yet</span> : <Ago at={at} now={now} />,
          },
          {
            label: "Last failure",
            cell: ({ lastFailure }) => <Failed failure={lastFailure} now={now} />,
          },
        ]}
      />
      <StatusTable
        title="Upstream latency, last hour"
        note="Half of the calls ended within p50, 95 of 100 within p95."
        none="No call within the last hour."
        rows={system.latency}
        columns={[
          {
            label: "Endpoint",
            cell: ({ endpoint }) => <span className="mono-figures wrap-anywhere">{endpoint}</span>,
          },
          { label: "Upstream", cell: ({ upstream }) => upstreamName(upstream) },
          { label: "Calls", figures: true, cell: ({ calls }) => formatExact(calls) },
          { label: "Failed", figures: true, cell: ({ failed }) => formatExact(failed) },
          { label: "p50", figures: true, cell: ({ p50 }) => formatMilliseconds(p50) },
          { label: "p95", figures: true, cell: ({ p95 }) => formatMilliseconds(p95) },
        ]}
      />
      <div className="grid grid-cols-1 items-start gap-4 md:gap-6 xl:grid-cols-2">
        <StatusTable
          title="Limits reached"
          note="How often somebody was told to wait."
          rows={system.limits}
          columns={[
            { label: "Limit", cell: ({ limit }) => limitNames[limit] },
            { label: "Last hour", figures: true, cell: ({ lastHour }) => formatExact(lastHour) },
            {
              label: "Since start",
              figures: true,
              cell: ({ sinceStart }) => formatExact(sinceStart),
            },
          ]}
        />
        <div className="grid grid-cols-1 gap-4 md:gap-6">
          <InstancePanel system={system} now={now} />
          <StatusTable
            title="Instances seen"
            note={
              system.redis === null
                ? "Without Redis an instance knows of itself alone."
                : "Every instance says every ten seconds that it is there."
            }
            rows={system.instances}
            columns={[
              { label: "Instance", cell: ({ id }) => <span className="mono-figures">{id}</span> },
              { label: "Started", cell: ({ startedAt }) => <Ago at={startedAt} now={now} /> },
              {
                label: "Last seen",
                cell: ({ own, seenAt }) => (own ? "This one" : <Ago at={seenAt} now={now} />),
              },
            ]}
          />
        </div>
      </div>
    </div>
  );
}

/** Summary at the top: "All well", or each problem with its start time. */
function Verdict({ system, now }: StatusScreenProps) {
  const problems = problemsOf(system, now);
  return (
    <Panel aria-label="Verdict" className="px-4 py-4 md:px-6">
      {problems.length === 0 ? (
        <StatusMark tone="good" words="All well" />
      ) : (
        <ul className="grid gap-2">
          {problems.map(({ what, since }) => (
            <li key={what} className="flex flex-wrap gap-x-3">
              <StatusMark tone="bad" words={what} />
              {since !== null && (
                <span className="mono-figures text-ink-2 max-md:pl-4.25">
                  since <time dateTime={formatIso(since)}>{formatExactDateTime(since)}</time>
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}

/** Connections, exports, caches and Redis state of this instance. */
function InstancePanel({ system, now }: StatusScreenProps) {
  const id = useId();
  const { redis, cachedPages, eventStreams, exports } = system;
  const openText = ({ open, most }: Occupancy) => `${formatExact(open)} of ${formatExact(most)}`;
  return (
    <Panel aria-labelledby={id}>
      <h2 className="px-4 pt-5 pb-3.5 text-21/tight md:px-6" id={id}>
        This instance
      </h2>
      <dl className="border-t border-line text-15">
        <Entry name="Open live connections">{openText(eventStreams)}</Entry>
        <Entry name="Running exports">{openText(exports)}</Entry>
        <Entry name="Redis">
          <StatusMark {...redisStatus(redis)} />
          {redis && redis.lastSuccess !== null && (
            <p>
              Last answer <Ago at={redis.lastSuccess} now={now} />
            </p>
          )}
          {redis?.lastFailure && (
            <p>
              Last failure: <Failed failure={redis.lastFailure} now={now} />
            </p>
          )}
        </Entry>
        {cachedPages && (
          <>
            <Entry name="Cached pages">{formatExact(cachedPages.pages)}</Entry>
            <Entry name="Cached dashboard views">{formatExact(cachedPages.views)}</Entry>
            <Entry name="Memory of both">{formatBytes(cachedPages.bytes)}</Entry>
            <Entry name="Answers sent from both">{formatExact(cachedPages.served)}</Entry>
          </>
        )}
      </dl>
    </Panel>
  );
}

function Entry({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div className={entry}>
      <dt className="font-semibold">{name}</dt>
      <dd className="mono-figures wrap-anywhere">{children}</dd>
    </div>
  );
}

const entry =
  "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 " +
  "border-b border-line px-4 py-3.5 last:border-b-0 md:px-6";

/** A status icon with its text. The icon adds no information. */
function StatusMark({ tone, words }: Status) {
  return (
    <span className="flex items-center gap-2">
      <StatusIcon tone={tone} />
      <span>{words}</span>
    </span>
  );
}

/** Kind and age of the last failure. */
function Failed({ failure, now }: { failure: LastError | FailureStatus | null; now: number }) {
  if (!failure) return <span className="text-ink-2">None</span>;
  return (
    <>
      {errorText(failure)}, <Ago at={failure.at} now={now} />
    </>
  );
}

/** Relative time with the exact time as tooltip. @param at epoch milliseconds, like `now` */
function Ago({ at, now }: { at: number; now: number }) {
  return (
    <time dateTime={formatIso(at)} title={formatExactDateTime(at)}>
      {formatAge(now - at)} ago
    </time>
  );
}

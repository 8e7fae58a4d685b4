import type { Instance } from "server/redis/instances.server";
import type { LimitHits } from "server/operations/last-hour.server";
import type { UpstreamStatus } from "server/operations/system-status.server";
import type { EndpointLatency } from "server/operations/last-hour.server";
import { formatExact } from "~/lib/format-metric";
import { Ago, StatusMark } from "./status-mark";
import { StatusTable } from "./status-table";
import {
  breakerStatus,
  errorText,
  formatMilliseconds,
  limitNames,
  upstreamName,
} from "./status-words";

const never = <span className="text-ink-2">Not yet</span>;

/** @param now the server's clock, epoch milliseconds, here and below */
export function UpstreamsTable({
  upstreams,
  now,
}: {
  upstreams: readonly UpstreamStatus[];
  now: number;
}) {
  return (
    <StatusTable
      title="Upstreams"
      columns={[
        { label: "Upstream" },
        { label: "Circuit breaker" },
        { label: "Last success" },
        { label: "Last failure" },
      ]}
      rows={upstreams.map(({ name, breaker, lastSuccess, lastFailure }) => ({
        key: name,
        cells: [
          upstreamName(name),
          <StatusMark key="breaker" {...breakerStatus(breaker)} />,
          lastSuccess === null ? never : <Ago at={lastSuccess} now={now} />,
          lastFailure ? (
            <>
              {errorText(lastFailure)}, <Ago at={lastFailure.at} now={now} />
            </>
          ) : (
            <span className="text-ink-2">None</span>
          ),
        ],
      }))}
    />
  );
}

export function LatencyTable({ latency }: { latency: readonly EndpointLatency[] }) {
  return (
    <StatusTable
      title="Upstream latency, last hour"
      note="Half of the calls ended within p50, 95 of 100 within p95."
      none="No call within the last hour."
      columns={[
        { label: "Endpoint" },
        { label: "Upstream" },
        { label: "Calls", figures: true },
        { label: "Failed", figures: true },
        { label: "p50", figures: true },
        { label: "p95", figures: true },
      ]}
      rows={latency.map(({ upstream, endpoint, calls, failed, p50, p95 }) => ({
        key: `${upstream} ${endpoint}`,
        cells: [
          <span key="endpoint" className="mono-figures wrap-anywhere">
            {endpoint}
          </span>,
          upstreamName(upstream),
          formatExact(calls),
          formatExact(failed),
          formatMilliseconds(p50),
          formatMilliseconds(p95),
        ],
      }))}
    />
  );
}

export function LimitsTable({ limits }: { limits: readonly LimitHits[] }) {
  return (
    <StatusTable
      title="Limits reached"
      note="How often somebody was told to wait."
      columns={[
        { label: "Limit" },
        { label: "Last hour", figures: true },
        { label: "Since start", figures: true },
      ]}
      rows={limits.map(({ limit, lastHour, sinceStart }) => ({
        key: limit,
        cells: [limitNames[limit], formatExact(lastHour), formatExact(sinceStart)],
      }))}
    />
  );
}

/** @param shared whether there is a Redis by which instances know each other */
export function InstancesTable({
  instances,
  shared,
  now,
}: {
  instances: readonly Instance[];
  shared: boolean;
  now: number;
}) {
  return (
    <StatusTable
      title="Instances seen"
      note={
        shared
          ? "Every instance says every ten seconds that it is there."
          : "Without Redis an instance knows of itself alone."
      }
      columns={[{ label: "Instance" }, { label: "Started" }, { label: "Last seen" }]}
      rows={instances.map(({ id, startedAt, seenAt, own }) => ({
        key: id,
        cells: [
          <span key="id" className="mono-figures">
            {id}
          </span>,
          <Ago key="started" at={startedAt} now={now} />,
          own ? "This one" : <Ago at={seenAt} now={now} />,
        ],
      }))}
    />
  );
}

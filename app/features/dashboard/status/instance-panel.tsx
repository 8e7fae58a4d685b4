import { useId, type ReactNode } from "react";
import type { OpenNow, SystemStatus } from "server/operations/system-status.server";
import { formatExact } from "~/lib/format-metric";
import { Panel } from "~/ui/panel";
import { Ago, StatusMark } from "./status-mark";
import { errorText, formatBytes, redisStatus } from "./status-words";

/** What this instance has open and cached, and its Redis. @param now the server's clock, epoch milliseconds */
export function InstancePanel({ system, now }: { system: SystemStatus; now: number }) {
  const id = useId();
  const { redis, cachedPages } = system;
  return (
    <Panel aria-labelledby={id}>
      <h2 className="px-4 pt-5 pb-3.5 text-21/tight md:px-6" id={id}>
        This instance
      </h2>
      <dl className="border-t border-line text-15">
        <Entry name="Open live connections">{openText(system.eventStreams)}</Entry>
        <Entry name="Running exports">{openText(system.exports)}</Entry>
        <Entry name="Redis">
          <StatusMark {...redisStatus(redis)} />
          {redis && redis.lastSuccess !== null && (
            <p>
              Last answer <Ago at={redis.lastSuccess} now={now} />
            </p>
          )}
          {redis?.lastFailure && (
            <p>
              Last failure: {errorText(redis.lastFailure)},{" "}
              <Ago at={redis.lastFailure.at} now={now} />
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

const entry = [
  "flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1",
  "border-b border-line px-4 py-3.5 last:border-b-0 md:px-6",
].join(" ");

function openText({ open, most }: OpenNow): string {
  return `${formatExact(open)} of ${formatExact(most)}`;
}

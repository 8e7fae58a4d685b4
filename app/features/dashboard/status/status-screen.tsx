import { RotateCw } from "lucide-react";
import type { SystemStatus } from "server/operations/system-status.server";
import { Button } from "~/ui/button";
import { LastingToast } from "~/features/shell/lasting-toast";
import { STATUS_PATH } from "../dashboard-url";
import { CacheTable } from "./cache-table";
import { InstancePanel } from "./instance-panel";
import { problemsOf } from "./verdict";
import { VerdictPanel } from "./verdict-panel";
import { InstancesTable, LatencyTable, LimitsTable, UpstreamsTable } from "./status-tables";

interface StatusScreenProps {
  system: SystemStatus;
  /** The server's clock, epoch milliseconds. */
  now: number;
}

/** For operators: how the site and what it depends on are doing. It names no visitor and nothing that one typed. */
export function StatusScreen({ system, now }: StatusScreenProps) {
  return (
    <div className="grid grid-cols-1 gap-4 md:gap-6">
      <LastingToast />
      <VerdictPanel problems={problemsOf(system, now)} />
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
      <CacheTable groups={system.answers} now={now} />
      <UpstreamsTable upstreams={system.upstreams} now={now} />
      <LatencyTable latency={system.latency} />
      <div className="grid grid-cols-1 items-start gap-4 md:gap-6 xl:grid-cols-2">
        <LimitsTable limits={system.limits} />
        <div className="grid grid-cols-1 gap-4 md:gap-6">
          <InstancePanel system={system} now={now} />
          <InstancesTable instances={system.instances} shared={system.redis !== null} now={now} />
        </div>
      </div>
    </div>
  );
}

import { Panel } from "~/ui/panel";
import { FailurePanel, RetryButton } from "~/ui/state-panel";
import { isFailed } from "../query-result";
import type { DashboardState } from "../dashboard-url";
import { fleetError, type FleetResults } from "./fleet-view";
import { KpiCluster, KpiSkeleton } from "./kpi-cluster";
import { ReloadForm } from "../state-form";
import {
  DailyUsersChart,
  MonthlyUsersChart,
  TotalUsersChart,
  WeeklyUsersChart,
} from "./user-charts";

interface FleetScreenProps {
  state: DashboardState;
  /** Null while the figures are on their way. */
  fleet: FleetResults | null;
  /** The server's clock, epoch milliseconds. */
  now: number;
}

/** Fleet Overview: the totals and the four user charts. What failed is said once; what came is shown. */
export function FleetScreen({ state, fleet, now }: FleetScreenProps) {
  if (!fleet) return <FleetSkeleton now={now} />;
  const { metrics, totalUsers, monthlyUsers, weeklyUsers, dailyUsers } = fleet;
  const error = fleetError(fleet);
  return (
    <>
      {error !== null && (
        <Panel className="mb-6">
          <FailurePanel
            title="Failed to load data"
            heading="h2"
            text={error}
            retry={
              <ReloadForm state={state}>
                <RetryButton />
              </ReloadForm>
            }
          />
        </Panel>
      )}
      {!isFailed(metrics) && <KpiCluster metrics={metrics} now={now} />}
      <div className={charts}>
        {!isFailed(totalUsers) && <TotalUsersChart chart={totalUsers} now={now} />}
        {!isFailed(monthlyUsers) && <MonthlyUsersChart chart={monthlyUsers} now={now} />}
        {!isFailed(weeklyUsers) && <WeeklyUsersChart chart={weeklyUsers} now={now} />}
        {!isFailed(dailyUsers) && <DailyUsersChart chart={dailyUsers} now={now} />}
      </div>
    </>
  );
}

function FleetSkeleton({ now }: { now: number }) {
  return (
    <div aria-busy="true">
      <KpiSkeleton />
      <div className={charts}>
        <TotalUsersChart chart={null} now={now} />
        <MonthlyUsersChart chart={null} now={now} />
        <WeeklyUsersChart chart={null} now={now} />
        <DailyUsersChart chart={null} now={now} />
      </div>
    </div>
  );
}

const charts = "grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6 print:grid-cols-1";

import { Panel } from "~/ui/panel";
import { FailurePanel, RetryButton } from "~/ui/state-panel";
import type { DashboardState } from "../dashboard-url";
import { isFailed, mainResults, viewAge, type DashboardView } from "../dashboard-view";
import { CountryLinks } from "./country-links";
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
  /** Null while it is on its way. */
  view: DashboardView | null;
}

/** Fleet Overview: the totals and the four user charts. What failed is said once; what came is shown. */
export function FleetScreen({ state, view }: FleetScreenProps) {
  if (!view?.fleet) return <FleetSkeleton />;
  const { fleet, newestTrip } = view;
  const { metrics, totalUsers, monthlyUsers, weeklyUsers, dailyUsers, filters } = fleet;
  const error = mainResults(view).find(isFailed)?.error;
  // A failure of all refreshes is said once, above the panels.
  const ownFailure = viewAge({ fleet, trips: null })?.failed === "some";
  return (
    <>
      {error !== undefined && (
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
      {!isFailed(metrics) && (
        <KpiCluster metrics={metrics} ownFailure={ownFailure} newestTrip={newestTrip} />
      )}
      <div className={charts}>
        {!isFailed(totalUsers) && <TotalUsersChart chart={totalUsers} ownFailure={ownFailure} />}
        {!isFailed(monthlyUsers) && (
          <MonthlyUsersChart chart={monthlyUsers} ownFailure={ownFailure} />
        )}
        {!isFailed(weeklyUsers) && <WeeklyUsersChart chart={weeklyUsers} ownFailure={ownFailure} />}
        {!isFailed(dailyUsers) && <DailyUsersChart chart={dailyUsers} ownFailure={ownFailure} />}
        {filters && <CountryLinks filters={filters} />}
      </div>
    </>
  );
}

function FleetSkeleton() {
  return (
    <div aria-busy="true">
      <KpiSkeleton />
      <div className={charts}>
        <TotalUsersChart chart={null} />
        <MonthlyUsersChart chart={null} />
        <WeeklyUsersChart chart={null} />
        <DailyUsersChart chart={null} />
      </div>
    </div>
  );
}

// A panel that would stand alone in the last row takes all of it.
const charts =
  "grid grid-cols-1 gap-4 md:grid-cols-2 md:gap-6 md:*:last:odd:col-span-2 print:grid-cols-1";

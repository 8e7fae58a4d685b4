import { useLocation } from "@remix-run/react";
import { Rows3 } from "lucide-react";
import { SEND_WHEN_ONLINE } from "~/features/shell/use-offline-guard";
import { useSite } from "~/features/shell/site";
import { IconButton } from "~/ui/button";
import { DASHBOARD_PATH } from "../dashboard-url";
import { useDisplayForm } from "../use-display-form";

/** High rows or low ones. A form, so that it works without scripts; with them the page stays as it is. */
export function RowsSwitch() {
  const fetcher = useDisplayForm("rows");
  const { pathname, search } = useLocation();
  const comfortable = useSite().display.rows === "comfortable";
  return (
    <fetcher.Form
      method="post"
      action={`${DASHBOARD_PATH}/rows`}
      className="@max-table:hidden"
      preventScrollReset
      {...SEND_WHEN_ONLINE}
    >
      <input type="hidden" name="from" value={pathname + search} />
      <IconButton
        type="submit"
        className="aria-pressed:border-ink aria-pressed:bg-wash"
        name="rows"
        value={comfortable ? "compact" : "comfortable"}
        aria-label="Comfortable rows"
        aria-pressed={comfortable}
        title="Comfortable rows"
      >
        <Rows3 className="icon" aria-hidden />
      </IconButton>
    </fetcher.Form>
  );
}

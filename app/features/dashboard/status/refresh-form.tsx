import { RotateCw } from "lucide-react";
import type { FormEvent } from "react";
import toast from "react-hot-toast/headless";
import type { DashboardResource } from "server/dashboard/resources.server";
import { Button } from "~/ui/button";
import { REFRESH_PATH, STATUS_PATH } from "../dashboard-url";

interface RefreshFormProps {
  resource: DashboardResource;
  /** Display name of the resource. */
  name: string;
}

/** Form that refreshes a resource. With scripts, a toast reports errors and the page stays. */
export function RefreshForm({ resource, name }: RefreshFormProps) {
  return (
    <form
      method="post"
      action={REFRESH_PATH}
      className="print:hidden"
      onSubmit={(event) => void send(event, resource)}
    >
      <input type="hidden" name="resource" value={resource} />
      <Button type="submit" tone="line" size="small">
        <RotateCw className="icon" aria-hidden />
        <span>
          Refresh now <span className="sr-only">{name}</span>
        </span>
      </Button>
    </form>
  );
}

async function send(event: FormEvent<HTMLFormElement>, resource: DashboardResource): Promise<void> {
  event.preventDefault();
  try {
    const body = new URLSearchParams({ resource });
    const response = await fetch(REFRESH_PATH, { method: "POST", body, redirect: "manual" });
    // The server redirects to the status page, which displays the result.
    if (response.type === "opaqueredirect") location.assign(STATUS_PATH);
    else toast.error((await refusalTextOf(response)) ?? NO_ANSWER);
  } catch {
    toast.error(NO_ANSWER);
  }
}

const NO_ANSWER = "No answer came. Load the page again to see whether the figures are new.";

/** The text of a refusal page; null if there is none. */
async function refusalTextOf(response: Response): Promise<string | null> {
  const page = new DOMParser().parseFromString(await response.text(), "text/html");
  return page.querySelector("p")?.textContent ?? null;
}

import type { KeyGroup } from "server/dashboard/resources.server";
import { DASH, formatExact } from "~/lib/format-metric";
import { RefreshForm } from "./refresh-form";
import { Ago, StatusMark } from "./status-mark";
import { StatusTable } from "./status-table";
import {
  agesText,
  errorText,
  formatBytes,
  groupNames,
  groupStatus,
  isResource,
} from "./status-words";

const columns = [
  { label: "Answer" },
  { label: "State" },
  { label: "Age", figures: true },
  { label: "Hits", figures: true },
  { label: "Size", figures: true },
  { label: "Last error" },
  { label: "By hand" },
];

interface CacheTableProps {
  groups: readonly KeyGroup[];
  /** The server's clock, epoch milliseconds. */
  now: number;
}

/** What the cache holds. What visitors searched and filtered for is counted, not named. */
export function CacheTable({ groups, now }: CacheTableProps) {
  return (
    <StatusTable
      title="Cached answers"
      note="Hits are answers served from here without waiting for an upstream."
      from="wide"
      columns={columns}
      rows={groups.map((group) => {
        const { name, lastError } = group;
        const title = groupNames[name];
        return {
          key: name,
          cells: [
            title,
            <StatusMark key="state" {...groupStatus(group)} />,
            agesText(group) ?? DASH,
            formatExact(group.hits),
            group.bytes > 0 ? formatBytes(group.bytes) : DASH,
            lastError ? (
              <>
                {errorText(lastError)}, <Ago at={lastError.at} now={now} />
              </>
            ) : (
              <span className="text-ink-2">None</span>
            ),
            isResource(name) ? <RefreshForm resource={name} name={title} /> : DASH,
          ],
        };
      })}
    />
  );
}

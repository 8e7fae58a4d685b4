const NAMES = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"];

export interface CalendarMonth {
  /** First instant, epoch milliseconds, UTC. */
  startMs: number;
  /** `Aug` */
  label: string;
}

/** The months up to and with the one that `presentMs` lies in, oldest first. */
export function lastMonths(count: number, presentMs: number): CalendarMonth[] {
  const present = new Date(presentMs);
  return Array.from({ length: count }, (_, index) => {
    const startMs = Date.UTC(present.getUTCFullYear(), present.getUTCMonth() - (count - 1) + index);
    return { startMs, label: NAMES[new Date(startMs).getUTCMonth()] ?? "" };
  });
}

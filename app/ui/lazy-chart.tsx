import { lazy } from "react";
import type { Chart, ChartProps } from "./chart";

let Loaded: typeof Chart | undefined;

const Later = lazy(async () => ({ default: await loadChart() }));

/** Fetches what draws charts: in the browser as heavy as everything else of the dashboard together. */
export async function loadChart(): Promise<typeof Chart> {
  return (Loaded = (await import("./chart")).Chart);
}

/** A chart, suspended until what draws it is there. Once it is, nothing waits for it, not even a moment. */
export function LazyChart(props: ChartProps) {
  return Loaded ? <Loaded {...props} /> : <Later {...props} />;
}

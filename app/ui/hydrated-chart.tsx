import { lazy, startTransition, useEffect, useState, type RefObject, useRef } from "react";
import { drawingText, NoFigures, overDrawing, ResponsiveChart } from "./responsive-chart";
import type { Chart, ChartContent, ChartProps } from "./chart";
import { chartSize } from "./chart-size";
import { OptionalBoundary } from "./optional-boundary";
import { useHydrated } from "../lib/hydration";
import { useSeen } from "./use-in-view";

interface ChartDrawingProps {
  /** What the drawing shows, in a sentence: its name for assistive technology. */
  label: string;
  content: ChartContent;
  /** Its colour, as a text's. */
  className: string;
  /** Only placeholders are drawn: that is said over them, and they tell the pointer nothing. */
  empty?: boolean;
}

/** In the server's build alone, which waits for it before it sends anything. */
const ServerChart = import.meta.env.SSR
  ? lazy(async () => ({ default: (await import("./server-chart")).ServerChart }))
  : null;

/** For React: whatever the server has put into an element stays there, unread. */
const PRESERVED_SERVER_MARKUP = {
  dangerouslySetInnerHTML: { __html: "" },
  suppressHydrationWarning: true,
};

/**
 * A chart of fixed height. The server sends a wide and a narrow drawing and CSS shows the one that
 * fits. They stay as they came until what draws charts has been fetched: then one drawing of exactly the
 * container's width takes their place, so that React never has to hydrate the other two.
 */
export function HydratedChart({ label, content, className, empty = false }: ChartDrawingProps) {
  const { ref, width } = useElementWidth<HTMLDivElement>();
  const drawn = useDrawn(ref);
  const container = {
    ref,
    className: `${containerStyle} ${className}`,
    role: "img",
    "aria-label": label,
  };
  if (ServerChart) return <ServerChart content={content} empty={empty} container={container} />;
  if (!drawn) return <div {...container} {...PRESERVED_SERVER_MARKUP} />;
  return (
    <div {...container} data-live={width !== null || undefined}>
      <OptionalBoundary
        fallback={<p className={overDrawing}>Loading chart data...</p>}
        without={
          <p className={overDrawing}>The chart could not be loaded. Its table has the figures.</p>
        }
      >
        {width === null ? (
          <ResponsiveChart content={content} drawnBy={LazyChart} />
        ) : (
          <div className={`${drawingText} **:max-w-full`}>
            <LazyChart content={content} size={chartSize(width)} live={!empty} />
          </div>
        )}
        {empty && <NoFigures />}
      </OptionalBoundary>
    </div>
  );
}

let LoadedChart: typeof Chart | undefined;

const LaterChart = lazy(async () => ({ default: await loadChart() }));

/** Fetches what draws charts: in the browser as heavy as everything else of the dashboard together. */
export async function loadChart(): Promise<typeof Chart> {
  return (LoadedChart = (await import("./chart")).Chart);
}

/** A chart, suspended until what draws it is there. Once it is, nothing waits for it, not even a moment. */
function LazyChart(props: ChartProps) {
  return LoadedChart ? <LoadedChart {...props} /> : <LaterChart {...props} />;
}

// A container cannot ask for its own width, so its height follows the panel around it, as wide inside. See chart-size.ts.
// Until it is measured anew, a drawing is as wide as it was.
const containerStyle = "relative @container mb-2.5 h-57.5 @chart/chart-panel:h-65";

/**
 * Whether React is to draw into a container. In one that came with the page only when it is near the window, and
 * after the page's first frame.
 */
function useDrawn(container: RefObject<Element>): boolean {
  const hydrated = useHydrated();
  const [drawn, setDrawn] = useState(hydrated);
  const near = useSeen(container, { margin: "50%" });
  useEffect(() => {
    if (!near || drawn) return;
    const draw = () => startTransition(() => setDrawn(true));
    // What cannot be fetched leaves the server's drawing, with its figures as a table below.
    return afterFirstFrame(() => void loadChart().then(draw, () => undefined));
  }, [near, drawn]);
  return drawn;
}

function afterFirstFrame(act: () => void): () => void {
  const frame = new PerformanceObserver(() => {
    frame.disconnect();
    act();
  });
  frame.observe({ type: "paint", buffered: true });
  return () => frame.disconnect();
}

/** Measures an element as it is laid out. Width is in CSS pixels, rounded down; null until measured. */
export function useElementWidth<E extends HTMLElement>() {
  const ref = useRef<E>(null);
  const [width, setWidth] = useState<number | null>(null);
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => {
      if (entry && entry.contentRect.width > 0) setWidth(Math.floor(entry.contentRect.width));
    });
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  return { ref, width };
}

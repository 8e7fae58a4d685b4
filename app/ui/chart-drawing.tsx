import { lazy, startTransition, useEffect, useState, type RefObject } from "react";
import { BothDrawings, NoFigures, overDrawing } from "./both-drawings";
import type { ChartContent } from "./chart";
import { chartSize } from "./chart-size";
import { LateChart, loadChart } from "./late-chart";
import { useElementWidth } from "./use-element-width";
import { Optional } from "./optional";
import { useHydrated } from "./use-hydrated";
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
const ServerDrawings = import.meta.env.SSR
  ? lazy(async () => ({ default: (await import("./server-drawings")).ServerDrawings }))
  : null;

/** For React: whatever the server has put into an element stays there, unread. */
const AS_IT_CAME = { dangerouslySetInnerHTML: { __html: "" }, suppressHydrationWarning: true };

/**
 * Room of fixed height for a chart. The server sends a wide and a narrow drawing and CSS shows the one that
 * fits. They stay as they came until what draws charts has been fetched: then one drawing of exactly the
 * room's width takes their place, which spares the page the work of taking over the other two.
 */
export function ChartDrawing({ label, content, className, empty = false }: ChartDrawingProps) {
  const { ref, width } = useElementWidth<HTMLDivElement>();
  const drawn = useDrawn(ref);
  const room = { ref, className: `${roomStyle} ${className}`, role: "img", "aria-label": label };
  if (ServerDrawings) return <ServerDrawings content={content} empty={empty} room={room} />;
  if (!drawn) return <div {...room} {...AS_IT_CAME} />;
  return (
    <div {...room} data-live={width !== null || undefined}>
      <Optional
        fallback={<p className={overDrawing}>Loading chart data...</p>}
        without={
          <p className={overDrawing}>The chart could not be loaded. Its table has the figures.</p>
        }
      >
        {width === null ? (
          <BothDrawings content={content} drawnBy={LateChart} />
        ) : (
          <LateChart content={content} size={chartSize(width)} live={!empty} />
        )}
        {empty && <NoFigures />}
      </Optional>
    </div>
  );
}

// A room cannot ask for its own width, so its height follows the panel around it, as wide inside. See chart-size.ts.
// Until it is measured anew, a drawing is as wide as it was.
const roomStyle = "chart-room relative @container mb-2.5 h-57.5 @chart/chart-panel:h-65";

/**
 * Whether React is to draw into a room. In one that came with the page only when it is near the window, and
 * after the page's first frame.
 */
function useDrawn(room: RefObject<Element>): boolean {
  const hydrated = useHydrated();
  const [drawn, setDrawn] = useState(hydrated);
  const near = useSeen(room, { margin: "50%" });
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

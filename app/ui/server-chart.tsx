import { LRUCache } from "lru-cache";
import type { HTMLAttributes } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { ResponsiveChart, NoFigures } from "./responsive-chart";
import { Chart, type ChartContent } from "./chart";

/** Room for dozens of states of the dashboard's four charts. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Markup by what it shows. Its colours are the page's, so day and night share it. */
const drawn = new LRUCache<string, string>({
  maxSize: MAX_BYTES,
  sizeCalculation: (markup, key) => 2 * (markup.length + key.length),
});

interface ServerDrawingsProps {
  content: ChartContent;
  empty: boolean;
  /** Attributes of the element around the drawings. */
  container: HTMLAttributes<HTMLDivElement>;
}

/** A chart in its container as the server draws it, once for each content: that takes nivo milliseconds. */
export function ServerChart({ content, empty, container }: ServerDrawingsProps) {
  return <div {...container} dangerouslySetInnerHTML={{ __html: markupOf(content, empty) }} />;
}

function markupOf(content: ChartContent, empty: boolean): string {
  const key = JSON.stringify([content, empty]);
  const known = drawn.get(key);
  if (known !== undefined) return known;
  // React's renderer for static markup is another one than the page's, which is at work meanwhile.
  const markup = renderToStaticMarkup(
    <>
      <ResponsiveChart content={content} drawnBy={Chart} />
      {empty && <NoFigures />}
    </>,
  );
  drawn.set(key, markup);
  return markup;
}

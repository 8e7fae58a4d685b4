import { LRUCache } from "lru-cache";
import { renderToStaticMarkup } from "react-dom/server";
import { BothDrawings } from "./both-drawings";
import { Chart, type ChartContent } from "./chart";

/** Room for dozens of states of the dashboard's four charts. */
const MAX_BYTES = 4 * 1024 * 1024;

/** Markup by what it shows. Its colours are the page's, so day and night share it. */
const drawn = new LRUCache<string, string>({
  maxSize: MAX_BYTES,
  sizeCalculation: (markup, key) => 2 * (markup.length + key.length),
});

/** A chart as the server draws it, once for each content: that takes nivo milliseconds. */
export function ServerDrawings({ content }: { content: ChartContent }) {
  return <div className="contents" dangerouslySetInnerHTML={{ __html: markupOf(content) }} />;
}

function markupOf(content: ChartContent): string {
  const key = JSON.stringify(content);
  const known = drawn.get(key);
  if (known !== undefined) return known;
  // React's renderer for static markup is another one than the page's, which is at work meanwhile.
  const markup = renderToStaticMarkup(<BothDrawings content={content} drawnBy={Chart} />);
  drawn.set(key, markup);
  return markup;
}

import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { formatCount, formatMeasure } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";

it.each([
  [formatCount(48_214), 48_214, "48,214"],
  [formatMeasure(2_000_000), 2_000_000, "2,000,000"],
  // The displayed figure is exact, so it is not repeated.
  [formatMeasure(120), 120, undefined],
  [formatMeasure(612_480.317), 612_480.317, undefined],
  [formatMeasure(null), null, undefined],
])("beside %s, which displays %s, the exact figure is %s", (shown, value, exact) => {
  const html = renderToStaticMarkup(<FigureText shown={shown} value={value} />);
  expect(/sr-only">(.*?)</.exec(html)?.[1]).toBe(exact);
});

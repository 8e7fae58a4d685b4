import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { formatCount, formatMeasure } from "~/lib/format-metric";
import { FigureText } from "~/ui/figure-text";

const spoken = (html: string) =>
  html.replace(/<span aria-hidden="true">.*?<\/span>/g, "").replace(/<[^>]+>/g, "");

it("an abbreviated figure is read out exactly, with its unit", () => {
  const distance = renderToStaticMarkup(
    <FigureText shown={formatMeasure(2_000_000.5)} value={2_000_000.5} unit="km" />,
  );
  expect(distance).toContain("2.000M km");
  expect(spoken(distance)).toBe("2,000,000.5 km");
  const users = renderToStaticMarkup(<FigureText shown={formatCount(1234)} value={1234} />);
  expect(users).toContain("1.23K");
  expect(spoken(users)).toBe("1,234");
});

it("a figure that is shown whole is a plain text", () =>
  expect(renderToStaticMarkup(<FigureText shown="120.000" value={120} unit="km" />)).toBe(
    "120.000 km",
  ));

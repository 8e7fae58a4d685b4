import { renderToStaticMarkup } from "react-dom/server";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { ChartContent, ChartProps } from "~/ui/chart";
import { ServerChart } from "~/ui/server-chart";

const drawings = vi.hoisted(() => {
  // Another file of this worker may have loaded the modules that are to use the mocked one.
  vi.resetModules();
  return { made: 0 };
});

vi.mock("~/ui/chart", async (original) => {
  const { Chart } = await original<{ Chart: (props: ChartProps) => unknown }>();
  return {
    Chart(props: ChartProps) {
      drawings.made += 1;
      return Chart(props);
    },
  };
});

const bars = (...values: number[]): ChartContent => ({
  kind: "bars",
  points: values.map((value, index) => ({ label: `day ${index}`, value })),
  series: "Active",
  tooltipWord: "Active",
});

const markup = (content: ChartContent) =>
  renderToStaticMarkup(<ServerChart content={content} empty={false} container={{}} />);

describe("the server's drawings of a chart", () => {
  beforeEach(() => {
    drawings.made = 0;
  });

  it("are made once for the same figures: a wide and a narrow one", () => {
    const first = markup(bars(3, 5));
    expect(first.match(/data-testid="bar\.item/g)).toHaveLength(4);
    expect(markup(bars(3, 5))).toBe(first);
    expect(drawings.made).toBe(2);
  });

  it.each<[string, ChartContent]>([
    ["another figure", bars(1, 3)],
    [
      "another label",
      {
        ...bars(1, 2),
        points: [
          { label: "a", value: 1 },
          { label: "b", value: 2 },
        ],
      },
    ],
    ["another kind", { kind: "line", points: bars(1, 2).points }],
    ["a stressed point", { kind: "line", points: bars(1, 2).points, highlight: 1 }],
  ])("differ with %s", (_, content) => {
    const usual = markup(bars(1, 2));
    expect(markup(content)).not.toBe(usual);
  });

  it("are dropped for newer ones when they exceed their memory", () => {
    markup(bars(7));
    const long = "x".repeat(500_000);
    for (const label of [`${long}1`, `${long}2`]) {
      markup({ kind: "line", points: [{ label, value: 1 }] });
    }
    drawings.made = 0;
    markup(bars(7));
    expect(drawings.made).toBe(2);
  });
});

import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { BEFORE_PAINT } from "~/features/shell/before-paint";

/** Runs the inline script. @returns the attributes that it sets on the document */
function attributesOf(browser: {
  cookie?: string;
  media?: string;
  saveData?: boolean;
  serverTiming?: string;
}) {
  const { cookie = "", media, saveData, serverTiming } = browser;
  const dataset: Record<string, string> = {};
  const timings = serverTiming === undefined ? [] : [{ name: serverTiming }];
  const globals = {
    document: { documentElement: { dataset }, cookie },
    matchMedia: (query: string) => ({ matches: query === `(prefers-reduced-${media}: reduce)` }),
    performance: { getEntriesByType: () => [{ serverTiming: timings }] },
    navigator: { connection: { saveData } },
    addEventListener: () => undefined,
  };
  runInNewContext(BEFORE_PAINT, globals);
  return dataset;
}

it.each([
  [{}, { motion: "moving" }],
  [{ media: "motion" }, { motion: "paused" }],
  [{ cookie: "a=b; pause-motion=on" }, { motion: "paused" }],
  [{ cookie: "pause-motion=off", media: "motion" }, { motion: "moving" }],
  [{ saveData: true }, { motion: "moving", saveData: "" }],
  [{ media: "data" }, { motion: "moving", saveData: "" }],
  [{ serverTiming: "save-data" }, { motion: "moving", saveData: "" }],
])("before the first paint %j gives the document %j", (browser, attributes) => {
  expect(attributesOf(browser)).toEqual(attributes);
});

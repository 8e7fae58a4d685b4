import { exportMemory, exportSpeed, pagesBesideExport, slowExportMemory } from "./export-rows.js";
import {
  againstEmptyRoute,
  againstNginx,
  againstNodeHttp,
  againstRendering,
  largestScript,
  pagesInTurn,
} from "./page-rows.js";
import { tripsScale } from "./scale-row.js";
import { refreshReach, streamMemory } from "./stream-rows.js";
import { rendersAMinute, unchangedReloads } from "./view-rows.js";
import { stalledUpstream, upstreamCalls } from "./upstream-rows.js";

/**
 * @typedef {object} Row one line of the table
 * @property {string} name what is measured; `npm run bench -- NAME` finds it by a part of this
 * @property {string} baseline what it is divided by, or what is counted
 * @property {string} [unit] of what is no ratio
 * @property {import("./statistics.js").Goal} [goal]
 * @property {(bench: import("./workbench.js").Workbench) => Promise<import("./compare.js").Measured>} measure
 */

const FLEET = "/pulsescout/dashboard";
const TRIPS = "/pulsescout/dashboard?tab=trip";

const PUBLIC_PAGES = [
  ["blogs", "/blogs"],
  ["Scout", "/pulsescout"],
  ["PulseGen", "/pulsegen"],
  ["contact", "/contactus"],
  ["privacy", "/privacyandpolicy-app"],
];

const DATA = [
  ["fleet", "/pulsescout/dashboard.data"],
  ["trips", "/pulsescout/dashboard.data?tab=trip"],
];

const ENCODINGS = /** @type {const} */ (["br", "gzip"]);

/** @type {Row[]} */
export const rows = [
  ...ENCODINGS.map((encoding) => ({
    name: `home document, ${encoding}, against node:http`,
    baseline: "node:http, same bytes and headers",
    goal: { atLeast: 0.5 },
    measure: againstNodeHttp({ path: "/", encoding }),
  })),
  ...ENCODINGS.map((encoding) => ({
    name: `home document, ${encoding}, against nginx`,
    baseline: "nginx, same bytes as a file",
    goal: { atLeast: 0.35 },
    measure: againstNginx({ path: "/", encoding }),
  })),
  {
    name: "home document, 304",
    baseline: "node:http, same headers",
    goal: { atLeast: 0.6 },
    measure: againstNodeHttp({ path: "/", again: true }),
  },
  ...PUBLIC_PAGES.map(([name, path = ""]) => ({
    name: `${name} document`,
    baseline: "node:http, same bytes and headers",
    goal: { atLeast: 0.5 },
    measure: againstNodeHttp({ path }),
  })),
  ...[
    ["fleet", FLEET],
    ["trips", TRIPS],
  ].map(([name, path = ""]) => ({
    name: `warm ${name} document`,
    baseline: "node:http, same bytes and headers",
    goal: { atLeast: 0.3 },
    measure: againstNodeHttp({ path }),
  })),
  ...DATA.map(([name, path = ""]) => ({
    name: `warm ${name} .data`,
    baseline: "node:http, same bytes and headers",
    goal: { atLeast: 0.25 },
    measure: againstNodeHttp({ path }),
  })),
  {
    name: "hashed script, br",
    baseline: "nginx, same bytes as a file",
    goal: { atLeast: 0.35 },
    measure: againstNginx({ path: largestScript, encoding: "br" }),
  },
  {
    name: "uncached fleet document",
    baseline: "an empty route of the same build",
    goal: { atLeast: 0.5 },
    measure: againstEmptyRoute(FLEET),
  },
  {
    name: "1,000 different pages of trips in turn",
    baseline: "an empty route of the same build",
    goal: { atLeast: 0.6 },
    measure: pagesInTurn(TRIPS, 1_000),
  },
  ...[
    ["fleet", FLEET],
    ["trips", TRIPS],
  ].flatMap(([name, path = ""]) => [
    {
      name: `${name} view under constant reading for a minute`,
      baseline: "counted",
      unit: "renders",
      goal: { atMost: 3 },
      measure: rendersAMinute(path),
    },
    {
      name: `${name} view reloaded every 2 s, share of 304`,
      baseline: "all reloads of a minute",
      goal: { atLeast: 0.9 },
      measure: unchangedReloads(path),
    },
  ]),
  {
    name: "home document, cached or not",
    baseline: "the same page rendered each time",
    measure: againstRendering("/"),
  },
  {
    name: "fleet document, cached or not",
    baseline: "the same page rendered each time",
    measure: againstRendering(FLEET),
  },
  {
    name: "p99 with the upstream stalled by 3 s",
    baseline: "the same with a healthy upstream",
    goal: { atMost: 1.1 },
    measure: stalledUpstream,
  },
  {
    name: "upstream calls, 10,000 dashboard requests in 60 s",
    baseline: "counted",
    unit: "calls",
    goal: { atMost: 12 },
    measure: upstreamCalls,
  },
  {
    name: "CSV export, rows per second",
    baseline: "reading the same pages directly",
    goal: { atLeast: 0.7 },
    measure: exportSpeed,
  },
  {
    name: "CSV export, memory growth",
    baseline: "counted",
    unit: "MB",
    goal: { atMost: 50 },
    measure: exportMemory,
  },
  {
    name: "CSV export read at 1 MB/s, memory growth",
    baseline: "counted",
    unit: "MB",
    goal: { atMost: 50 },
    measure: slowExportMemory,
  },
  {
    name: "cold trips page beside a CSV export",
    baseline: "the same without one",
    measure: pagesBesideExport,
  },
  {
    name: "one event stream of 5,000",
    baseline: "counted",
    unit: "KB",
    goal: { atMost: 20 },
    measure: streamMemory,
  },
  {
    name: "a refresh reaches 5,000 event streams",
    baseline: "first to last",
    unit: "ms",
    measure: refreshReach,
  },
  {
    name: "trips page, 1 million trips",
    baseline: "the same with 10 thousand",
    goal: { atMost: 1.5 },
    measure: tripsScale,
  },
];

/** What scrapes bring while something goes wrong for a while, between five quiet minutes and another ten. */
export interface Fault {
  name: string;
  minutes: number;
  /** The alerts that fire at its end, and no longer two minutes later. */
  fires: string[];
  /** By the name of a series: by how much each scrape of the fault raises it. */
  raised?: Record<string, number>;
  /** By the name of a series: its figure, and its figure during the fault. */
  changed?: Record<string, [usual: number, bad: number | "0 1"]>;
}

const answers = (status: number) =>
  `http_request_duration_seconds_count{method="GET",route="/pulsescout/dashboard",status="${status}"}`;
const answersWithin = (seconds: string) =>
  `http_request_duration_seconds_bucket{le="${seconds}",method="GET",route="/pulsescout/dashboard",status="200"}`;
const calls = (outcome: string) => `upstream_requests_total{upstream="core",outcome="${outcome}"}`;
const limited = (rule: string) => `limit_hits_total{rule="${rule}"}`;
const paints = (seconds: string) =>
  `web_vital_seconds_bucket{le="${seconds}",vital="LCP",page="/blogs"}`;
const ALL_PAINTS = 'web_vital_seconds_count{vital="LCP",page="/blogs"}';
const BUSY = 'http_refusals_total{reason="busy"}';

/** What each alert is about, and what only looks like it. */
export const faults: Fault[] = [
  { name: "an instance is gone", minutes: 3, fires: ["PulseDown"], changed: { up: [1, 0] } },
  {
    name: "an instance starts again within half a minute",
    minutes: 0.5,
    fires: [],
    changed: { up: [1, 0] },
  },
  {
    name: "one answer in ten fails",
    minutes: 4,
    fires: ["PulseErrors"],
    raised: { [answers(200)]: 9, [answers(502)]: 1 },
  },
  { name: "one answer fails", minutes: 0.25, fires: [], raised: { [answers(502)]: 1 } },
  {
    name: "visitors are told to come back later",
    minutes: 10,
    fires: [],
    raised: { [answers(503)]: 9 },
  },
  {
    name: "answers take five seconds",
    minutes: 16,
    fires: ["PulseSlow"],
    raised: {
      [answers(200)]: 3,
      [answersWithin("2.5")]: 0,
      [answersWithin("5")]: 3,
      [answersWithin("+Inf")]: 3,
    },
  },
  {
    name: "answers take two seconds",
    minutes: 16,
    fires: [],
    raised: { [answers(200)]: 3, [answersWithin("2.5")]: 3, [answersWithin("+Inf")]: 3 },
  },
  {
    name: "more come than can be served",
    minutes: 4,
    fires: ["PulseOverloaded"],
    raised: { [BUSY]: 5 },
  },
  { name: "a crowd comes once", minutes: 0.25, fires: [], raised: { [BUSY]: 500 } },
  {
    name: "the process gets no time of the machine",
    minutes: 7,
    fires: ["PulseEventLoopLags"],
    changed: { nodejs_eventloop_lag_p99_seconds: [0.02, 0.25] },
  },
  {
    name: "most calls of the core API fail",
    minutes: 5,
    fires: ["PulseUpstreamFails"],
    raised: { [calls("ok")]: 1, [calls("timeout")]: 2 },
  },
  {
    name: "one call fails in a quiet night",
    minutes: 0.25,
    fires: [],
    raised: { [calls("timeout")]: 1 },
  },
  {
    name: "visitors mistype codes all the time",
    minutes: 10,
    fires: [],
    raised: { [calls("declined")]: 5 },
  },
  {
    name: "a breaker is open, and half-open at every second scrape",
    minutes: 8,
    fires: ["PulseBreakerOpen"],
    changed: { 'upstream_breaker_state{upstream="core",state="open"}': [0, "0 1"] },
  },
  {
    name: "old figures are shown",
    minutes: 18,
    fires: ["PulseFiguresStale"],
    raised: { 'cache_reads_total{policy="metrics",outcome="stale"}': 1 },
  },
  { name: "Redis is away", minutes: 4, fires: ["PulseRedisAway"], changed: { redis_up: [1, 0] } },
  {
    name: "one address sends message after message",
    minutes: 12,
    fires: ["PulseEverybodyLimited"],
    raised: { [limited("contactForm")]: 5 },
  },
  {
    name: "one person sends a message a few times too often",
    minutes: 0.25,
    fires: [],
    raised: { [limited("contactForm")]: 8 },
  },
  {
    name: "live dashboards take nearly all places",
    minutes: 7,
    fires: ["PulseStreamsFull"],
    changed: { event_streams_open: [0, 4_501] },
  },
  {
    name: "all places for exports are taken, and more are asked for",
    minutes: 2,
    fires: ["PulseExportsFull"],
    raised: { [limited("exports-all-full")]: 2 },
  },
  {
    name: "the process grows",
    minutes: 33,
    fires: ["PulseMemory"],
    changed: { process_resident_memory_bytes: [200e6, 401e6] },
  },
  {
    name: "file descriptors run out",
    minutes: 2,
    fires: ["PulseFileDescriptors"],
    changed: { process_open_fds: [40, 900], process_max_fds: [1_024, 1_024] },
  },
  {
    name: "the log's disk is full",
    minutes: 2,
    fires: ["PulseLogLinesDropped"],
    raised: { log_lines_dropped_total: 10 },
  },
  {
    name: "pages are slow for visitors",
    minutes: 60,
    fires: ["PulsePagesSlowForVisitors"],
    raised: { [ALL_PAINTS]: 1, [paints("4")]: 0, [paints("6")]: 1, [paints("+Inf")]: 1 },
  },
];

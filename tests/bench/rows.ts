import { readdirSync, readFileSync } from "node:fs";
import { setTimeout as sleep } from "node:timers/promises";
import { request } from "undici";
import { BROWSER, compare, get, load } from "./load";
import { nginx, startBareServer, startNginx, startProduct } from "./servers";

export interface Row {
  name: string;
  /** The baseline of the ratio, or how the figure is obtained. */
  against: string;
  atLeast?: number;
  atMost?: number;
  measure: () => Promise<{ values: number[]; byClock?: number[] }>;
}

const FLEET = "/pulsescout/dashboard";
const TRIPS = "/pulsescout/dashboard?tab=trip";
const FLEET_DATA = "/pulsescout/dashboard.data";
const TRIPS_DATA = "/pulsescout/dashboard.data?tab=trip";
const DELETION = "/pulsescout/delete-user";
const PAGES = ["/", "/blogs", "/pulsescout", "/pulsegen", "/contactus", "/privacyandpolicy-app"];
const FORM = {
  "Content-Type": "application/x-www-form-urlencoded",
  "Sec-Fetch-Site": "same-origin",
};

const product = await startProduct();

/** Compares the product with a simpler server that sends the same bytes. */
function sameBytes(
  name: string,
  path: string,
  atLeast: number,
  { encoding = "gzip, deflate, br, zstd", status = 200, by = "node:http" } = {},
): Row {
  async function measure() {
    const headers: Record<string, string> = { ...BROWSER, "Accept-Encoding": encoding };
    const ask = () => ({ path, headers });
    // A page gets its best compression a moment after its first response.
    await load(product.url, ask, { seconds: 2 });
    const { etag } = (await get(product.url + path, headers)).headers;
    if (status === 304) headers["If-None-Match"] = String(etag);
    const response = await get(product.url + path, headers);
    const server = await (by === "nginx" ? startNginx : startBareServer)(response);
    const comparison = await compare({ ask, status, server: product }, { ask, status, server });
    await server.stop();
    return comparison;
  }
  return { name, against: `${by}, same bytes`, atLeast, measure };
}

/** @param isPersonal whether a toast cookie makes every page personal, so that no page is shared */
function emptyRoute(
  name: string,
  atLeast: number,
  isPersonal: boolean,
  pathOf: (index: number) => string,
): Row {
  async function measure() {
    const headers = { ...BROWSER };
    if (isPersonal) {
      const body = "first_name=Asha&last_name=Rao&email=asha%40example.com&message=Hello";
      const form = { method: "POST", headers: FORM, body } as const;
      const response = await request(`${product.url}/contactus`, form);
      headers.Cookie = /toast=[^;]+/.exec(String(response.headers["set-cookie"]))?.[0] ?? "";
      if (!headers.Cookie) throw new Error(`no toast after ${response.statusCode}`);
    }
    const ours = { server: product, ask: (index: number) => ({ headers, path: pathOf(index) }) };
    return compare(ours, { ...ours, ask: () => ({ headers, path: "/bench/empty" }) });
  }
  return { name, against: "an empty route of the same build", atLeast, measure };
}

/** Rows of one common measurement: the names of its figures in order, each with its upper limit. */
function counted(figures: { [name: string]: number }, measure: () => Promise<number[]>): Row[] {
  let all: Promise<number[]> | undefined;
  return Object.entries(figures).map(([name, atMost], index) => ({
    name,
    against: "counted",
    atMost,
    measure: async () => ({ values: [(await (all ??= measure()))[index] ?? NaN] }),
  }));
}

/** Ten thousand requests for both tabs, as documents and as data, spread over a minute. */
async function requestsOfOneMinute(): Promise<number[]> {
  const paths = [FLEET, TRIPS, FLEET_DATA, TRIPS_DATA];
  for (const path of paths) await get(product.url + path);
  const read = async (line: string) => {
    const { body } = await get(`${product.url}/metrics`, {});
    const lines = body.toString().matchAll(new RegExp(`^${line}.* (\\d+)$`, "gm"));
    return [...lines].reduce((sum, [, value]) => sum + Number(value), 0);
  };
  const [CALLS, VIEWS] = [
    "upstream_request_duration_seconds_count",
    'page_cache_made_total.kind="view"',
  ];
  const [calls, views] = [await read(CALLS), await read(VIEWS)];
  const ask = (index: number) => ({ path: paths[index % 4] ?? "", headers: BROWSER });
  await load(product.url, ask, { count: 10_000, perSecond: 10_000 / 60 });
  return [(await read(CALLS)) - calls, (await read(VIEWS)) - views];
}

/** Growth of a new process while `act` runs: megabytes at the peak and at the end, and open files. */
async function growth(act: (url: string) => Promise<unknown>, warmUp = 50) {
  const server = await startProduct();
  const readUsage = () => {
    const status = readFileSync(`/proc/${server.pid}/status`, "utf8");
    const megabytes = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1]) / 1024;
    return { megabytes, files: readdirSync(`/proc/${server.pid}/fd`).length };
  };
  await visits(server.url, 0, warmUp);
  const before = readUsage();
  let most = before.megabytes;
  const sampling = setInterval(() => (most = Math.max(most, readUsage().megabytes)), 20);
  await act(server.url).finally(() => clearInterval(sampling));
  const { megabytes, files } = readUsage();
  await server.stop();
  const [atMost, end] = [most - before.megabytes, megabytes - before.megabytes];
  return { atMost, end, files: files - before.files };
}

const exportMemory = (bytesPerSecond: number) => async () => [
  (await growth((url) => takeExport(url, bytesPerSecond))).atMost,
];

/** Sends requests of all kinds, each from a client address of its own. */
async function visits(url: string, from: number, count: number): Promise<void> {
  const ask = (number: number) => {
    const index = from + number;
    const client = `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`;
    const headers = { ...BROWSER, "X-Forwarded-For": client };
    const form = { method: "POST", body: `intent=send&phone=${7e9 + index}` } as const;
    if (index % 50 === 0) return { ...form, path: DELETION, headers: { ...headers, ...FORM } };
    const tripsPaths = [`${TRIPS}&page=${index % 40}`, `${TRIPS}&q=0x${index % 1_500}`];
    const others = [DELETION, FLEET, `${TRIPS_DATA}&page=${index % 50}`, ...tripsPaths];
    const paths = [...PAGES, ...others, `/ref/CODE${index}`, `/no/such/${index}`];
    return { path: paths[index % paths.length] ?? "", headers };
  };
  await load(url, ask, { count }, (status) => status !== 500);
  await settle();
}

/** Waits until connections are closed and their memory is free. */
const settle = () => sleep(3_000);

/** Four equal parts of requests; the warm-up before them has the size of one part. */
async function soak(): Promise<number[]> {
  const { end, files } = await growth(async (url) => {
    for (let part = 1; part <= 4; part += 1) {
      await takeExport(url);
      await visits(url, part * 25_000, 25_000);
    }
  }, 25_000);
  return [end, files];
}

async function takeExport(url: string, bytesPerSecond = Infinity): Promise<void> {
  const { statusCode, body } = await request(`${url}${FLEET}/trips.csv`);
  if (statusCode !== 200) throw new Error(`the export answers ${statusCode}`);
  for await (const chunk of body as AsyncIterable<Buffer>)
    await sleep((chunk.length / bytesPerSecond) * 1_000);
}

export const rows: Row[] = [
  sameBytes("home document, br", "/", 0.5, { encoding: "br" }),
  sameBytes("home document, gzip", "/", 0.5, { encoding: "gzip" }),
  sameBytes("home document, 304", "/", 0.6, { status: 304 }),
  ...PAGES.slice(1).map((path) => sameBytes(`${path} document`, path, 0.5)),
  sameBytes("warm fleet document", FLEET, 0.3),
  sameBytes("warm trips document", TRIPS, 0.3),
  sameBytes("warm fleet .data", FLEET_DATA, 0.25),
  sameBytes("warm trips .data", TRIPS_DATA, 0.25),
  ...(nginx ? ["br", "gzip"] : []).map((encoding) =>
    sameBytes(`home document, ${encoding}`, "/", 0.35, { encoding, by: "nginx" }),
  ),
  emptyRoute("fleet document, made each time", 0.5, true, () => FLEET),
  emptyRoute("1,000 trips pages", 0.6, false, (index) => `${TRIPS}&page=${(index % 1_000) + 1}`),
  ...counted(
    {
      "10,000 requests in a minute: upstream calls": 12,
      "10,000 requests in a minute: views rendered": 12,
    },
    requestsOfOneMinute,
  ),
  ...counted({ "CSV export: MB more at most": 50 }, exportMemory(Infinity)),
  ...counted({ "CSV export read at 1 MB/s: MB more at most": 50 }, exportMemory(1e6)),
  ...counted(
    { "100,000 mixed requests: MB more": 30, "100,000 mixed requests: open files more": 10 },
    soak,
  ),
];

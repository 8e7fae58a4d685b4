import { once } from "node:events";
import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, beforeEach, expect, it } from "vitest";
import { startBuiltServer, type BuiltServer } from "../support/built-server";
import { eventually } from "../support/eventually";
import { healthyCoreAnswer } from "../support/healthy-core-answers";

const TRIPS = "/pulsescout/dashboard?tab=trip";
/** A day whose list this upstream answers with an error, and one of which it says nothing. */
const FAILING = "2025-08-10";
const SILENT = "2025-08-05";

/** A healthy core API but for the lists of two days. */
let upstream: Server;
let server: BuiltServer;
let asked: string[] = [];
const unanswered: ServerResponse[] = [];

beforeAll(async () => {
  upstream = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? "/", "http://localhost");
    const path = pathname.replace(/^\/api\/core/, "");
    const date = searchParams.get("date");
    if (path === "/trips") asked.push(searchParams.toString());
    if (date === SILENT) return void unanswered.push(response);
    response.statusCode = date === FAILING ? 500 : 200;
    response.end(JSON.stringify(healthyCoreAnswer(path, searchParams) ?? {}));
  }).listen(0, "127.0.0.1");
  await once(upstream, "listening");
  const { port } = upstream.address() as AddressInfo; // a TCP server's
  const origin = `http://127.0.0.1:${port}`;
  server = await startBuiltServer({
    env: { SANDBOX: "off", CORE_API_URL: origin, AUTH_API_URL: origin },
  });
});
afterAll(async () => {
  await server.kill();
  upstream.closeAllConnections();
  upstream.close();
});
beforeEach(() => {
  asked = [];
});

async function open(query: string): Promise<string> {
  const answer = await fetch(`${server.url}${TRIPS}${query}`);
  expect(answer.status).toBe(200);
  return answer.text();
}

const FIRST_PAGE = "page=1&limit=12";

it("is asked for once, by the first page of its own list", async () => {
  // A page waits 200 ms for it; on a busy machine the next page has it.
  await eventually(async () => {
    const page = await open("&date=2025-08-18&country=Germany");
    return page.includes("1 trip; 1 more than on 17 Aug 2025");
  });
  expect(asked.sort()).toEqual([
    `${FIRST_PAGE}&date=2025-08-17&country=Germany`,
    `${FIRST_PAGE}&date=2025-08-18&country=Germany`,
  ]);
  await open("&date=2025-08-17&country=Germany");
  expect(asked.slice(2)).toEqual([`${FIRST_PAGE}&date=2025-08-16&country=Germany`]);
});

it("is not asked for while no day is set", async () => {
  expect(await open("&country=Italy")).toContain("Italy");
  expect(asked).toEqual([`${FIRST_PAGE}&country=Italy`]);
  await open("&q=trip-1&date=2025-08-18");
  expect(asked).toHaveLength(1);
});

it("is left out where it fails, which does not fail the page", async () => {
  for (let times = 0; times < 3; times += 1) {
    const page = await open("&date=2025-08-11");
    expect(page).toContain(">1 trip<");
    expect(page).toContain("trip-9");
    expect(page).not.toContain("on 10 Aug 2025");
  }
});

it("is left out where it is late: the page comes while it is still awaited", async () => {
  const page = await open("&date=2025-08-06");
  expect(page).toContain(">1 trip<");
  expect(page).toContain("trip-14");
  expect(unanswered.map((response) => response.destroyed)).toEqual([false]);
});

import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type * as OpenPage from "~/features/dashboard/ask-server";
import { NOW } from "./answers";

const PATH = "/pulsescout/dashboard?tab=trip";
const ORIGIN = "http://localhost";

const answer = { build: "a1", sandbox: true, figure: 1 };
const newer = { build: "b2", sandbox: true, figure: 2 };
const unreachable = () => Promise.reject(new TypeError("Failed to fetch"));

/** The module of a page that was just opened at {@link PATH}. */
let browser: typeof OpenPage;

const ask = (query: string, answered: () => Promise<typeof answer>, copy?: () => typeof answer) =>
  browser.answerInBrowser<typeof answer & { lostAt?: number }>(
    new Request(ORIGIN + PATH + query),
    answered,
    { copy: copy ?? (() => null), update: (_, found) => found },
  );
const askFor = (query: string, found: typeof answer) => ask(query, () => Promise.resolve(found));
const headersOf = (move: Promise<unknown>) =>
  move.then(
    () => new Headers(),
    (thrown: Response) => thrown.headers,
  );
/** Where a move leads as a document. */
const documentOf = async (move: Promise<unknown>) => {
  const headers = await headersOf(move);
  return headers.has("X-Remix-Reload-Document") ? headers.get("Location") : null;
};

beforeEach(async () => {
  vi.useFakeTimers({ now: NOW });
  vi.stubGlobal("window", {
    location: new URL(ORIGIN + PATH),
    addEventListener: () => undefined,
  });
  vi.resetModules();
  browser = await import("~/features/dashboard/ask-server");
  browser.keepDisplayed(answer, PATH);
});
afterEach(() => void vi.advanceTimersByTime(4_000)); // until messages have disappeared

it("the displayed page stays while the server is unreachable, and states since when", async () => {
  const lost = await ask("", unreachable);
  expect(lost).toEqual({ ...answer, lostAt: lost.lostAt });
  expect(lost.lostAt).toBeTypeOf("number");
  browser.keepDisplayed({ ...lost, lostAt: 5 }, PATH);
  expect((await ask("", unreachable)).lostAt).toBe(5);
});

it("while nobody answers, no request is made that could hang and keep a connection", async () => {
  browser.keepDisplayed({ ...answer, lostAt: 5 }, PATH);
  const hanging = vi.fn(() => new Promise<typeof answer>(() => undefined));
  expect((await ask("", hanging)).lostAt).toBe(5);
  expect(hanging).not.toHaveBeenCalled();
});

it("a stored copy stays one while the server is unreachable, so that the next answer replaces its rows", async () => {
  browser.keepDisplayed({ ...answer, isCopy: true }, PATH);
  expect(await ask("", unreachable)).toMatchObject({ isCopy: true });
});

it("a move shows the stored copy, a poll does not", async () => {
  expect(await ask("&page=2", unreachable, () => newer)).toEqual({ ...newer, isCopy: true });
  const answered = () => Promise.resolve(answer);
  expect(await ask("", answered, () => newer)).toEqual(answer);
});

it("a move without an answer keeps the displayed page, or fails where the address is another already", async () => {
  const headers = await headersOf(ask("&page=3", unreachable));
  expect(headers.get("Location")).toBe(PATH);
  expect(headers.get("X-Remix-Replace")).toBe("true");
  vi.stubGlobal("window", { location: new URL(`${ORIGIN}${PATH}&page=3`) });
  await expect(ask("&page=3", unreachable)).rejects.toMatchObject({ status: 504 });
  const hanging = vi.fn(unreachable);
  expect((await ask("", hanging)).lostAt, "the page that is kept").toBeTypeOf("number");
  expect(hanging).not.toHaveBeenCalled();
});

it("a redirect from the server is passed on", async () => {
  const redirect = new Response(null, { status: 302 });
  // Remix throws a redirect as a Response.
  const answered = () => Promise.reject(redirect as unknown as Error);
  await expect(ask("", answered)).rejects.toBe(redirect);
});

it.each([
  ["the server answers, but not what was asked", new Error("not decoded"), { status: 200 }],
  ["a sign-in leads to another origin", new TypeError("no CORS"), { type: "opaqueredirect" }],
])("a move is a document where %s", async (_, error, page) => {
  vi.stubGlobal("fetch", () => Promise.resolve({ headers: new Headers(), ...page }));
  const found = await documentOf(ask("&page=2", () => Promise.reject(error)));
  expect(found).toBe(`${ORIGIN}${PATH}&page=2`);
});

it("after a release a poll keeps the page, and the next move is a document", async () => {
  expect(await askFor("", newer)).toEqual(newer);
  browser.keepDisplayed(newer, PATH);
  expect(await documentOf(askFor("&page=2", newer))).toBe(`${ORIGIN}${PATH}&page=2`);
});

it("a move that finds another build is a document, and so is a copy that is followed by one", async () => {
  expect(await documentOf(askFor("&page=2", newer))).toBe(`${ORIGIN}${PATH}&page=2`);
  browser.keepDisplayed({ ...answer, isCopy: true }, `${PATH}&page=3`);
  expect(await documentOf(askFor("&page=3", newer))).toBe(`${ORIGIN}${PATH}&page=3`);
});

import { errors, expect, type Page } from "@playwright/test";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";
import { healthyCoreAnswer } from "../support/healthy-core-answers";
import type { Moved, Visitor } from "./moves";
import { DELETE, type World } from "./world";

/** What is remembered from before a move. */
export interface Before {
  deletions: number;
}

/** Marks the document, so that a new one can be told from it. @returns what {@link broken} compares with */
export async function lookBefore(world: World, { tab }: Visitor): Promise<Before> {
  await tab.page
    .evaluate(() => void Object.assign(window, { seenBefore: true }))
    .catch(() => undefined);
  return { deletions: world.upstream.count(DELETE) };
}

/** Which properties a page has not kept, in sentences; none when all is well. */
export async function broken(
  world: World,
  visitor: Visitor,
  moved: Moved,
  before: Before,
): Promise<string[]> {
  for (;;) {
    const settled = await visitor.tab.settled();
    try {
      return await problemsOf(world, visitor, moved, before, settled);
    } catch (error) {
      // A document that goes while it is looked at.
      if (!isOfNavigation(error)) throw error;
    }
  }
}

/** Whether a document was asked that was just being replaced. */
export const isOfNavigation = (error: unknown) =>
  error instanceof Error && /context was destroyed|because of a navigation/.test(error.message);

async function problemsOf(
  world: World,
  visitor: Visitor,
  moved: Moved,
  before: Before,
  settled: boolean,
): Promise<string[]> {
  const { page } = visitor.tab;
  return [
    ...(settled ? [] : ["the page waits for something for 15 seconds"]),
    ...visitor.tabs.flatMap((tab) => tab.complaints()).filter((one) => !isOfLostPart(visitor, one)),
    ...serverComplaints(world),
    ...(await overflow(page)),
    ...(moved.byKeyboard ? await lostFocus(page) : []),
    ...(await foreignRows(page)),
    ...(await afterDeletion(world, page, moved, before)),
  ];
}

/** What comes late and can be done without is not there offline; the browser says so by itself. */
const isOfLostPart = ({ offline }: Visitor, complaint: string) =>
  offline &&
  complaint.startsWith("console: TypeError: Failed to fetch dynamically imported module");

function serverComplaints({ site }: World): string[] {
  return site.lines.splice(0).filter((line) => {
    if (!line.startsWith("{")) return !line.includes(" is ready at ");
    const { level } = JSON.parse(line) as { level?: number | string }; // a line of pino's
    return level === "error" || level === "fatal" || Number(level) >= 50;
  });
}

async function overflow(page: Page): Promise<string[]> {
  const [content, room] = await page.evaluate(() => [
    document.documentElement.scrollWidth,
    document.documentElement.clientWidth,
  ]);
  return content !== undefined && room !== undefined && content > room
    ? [`the page is ${content} pixels wide in a window of ${room}`]
    : [];
}

/**
 * In the document in which a key was pressed, something has the focus afterwards. What a fragment leads to need not:
 * the browser goes on from there.
 */
async function lostFocus(page: Page): Promise<string[]> {
  const hasFocus = () =>
    !("seenBefore" in window) ||
    location.hash !== "" ||
    (document.activeElement !== null && document.activeElement !== document.body);
  // The focus may follow what moves.
  const kept = page.waitForFunction(hasFocus, undefined, { timeout: 1000 });
  return kept.then(
    () => [],
    (error: unknown) => {
      if (error instanceof errors.TimeoutError)
        return ["the focus is lost after a key was pressed"];
      throw error;
    },
  );
}

interface StatedTrips {
  data: { trips: { id: string }[]; pagination: { totalItems: number } };
}

/** The rows of the trip tab are those that its address asks for. */
async function foreignRows(page: Page): Promise<string[]> {
  let complaint: string[] = [];
  const compare = async () => (complaint = await compareRows(page));
  // Rows may follow their address.
  await expect
    .poll(compare, { timeout: 3000 })
    .toEqual([])
    .catch((error: unknown) => {
      if (complaint.length === 0) throw error;
    });
  return complaint;
}

async function compareRows(page: Page): Promise<string[]> {
  const url = new URL(page.url());
  if (url.pathname !== "/pulsescout/dashboard") return [];
  const state = parseDashboardState(url.searchParams);
  if (state.tab !== "trip") return [];
  const shown = await page.evaluate(() =>
    [...document.querySelectorAll("td[data-id]")].map(
      (cell) => /trip-\d+/.exec(cell.textContent ?? "")?.[0],
    ),
  );
  if (shown.length === 0) return [];
  const query = new URLSearchParams({ page: String(state.page), limit: "12" });
  if (state.q) query.set("q", state.q);
  else {
    if (state.date) query.set("date", state.date);
    if (state.country) query.set("country", state.country);
  }
  const path = state.q ? "/trips/search" : "/trips";
  const { data } = healthyCoreAnswer(path, query) as StatedTrips; // what it states of a list
  const expected = data.trips.map(({ id }) => id);
  return JSON.stringify(shown) === JSON.stringify(expected)
    ? []
    : [`${url.search} shows ${shown.join(" ")} and not ${expected.join(" ")}`];
}

const RECEIPT = "Account Deleted Successfully";

/** After the last button there is a receipt, or a sentence that says what is known. */
async function afterDeletion(
  world: World,
  page: Page,
  { confirmsDeletion }: Moved,
  { deletions }: Before,
): Promise<string[]> {
  const sent = world.upstream.count(DELETE) - deletions;
  if (!confirmsDeletion)
    return sent > 0 ? [`${sent} deletions were sent that nobody confirmed`] : [];
  if (sent > 1) return [`${sent} deletions were sent for one press`];
  const { receipt, said } = await page.evaluate((title) => {
    const main = document.body.innerText;
    const alerts = [...document.querySelectorAll("[role=alert], [data-toasts], dialog[open]")];
    return { receipt: main.includes(title), said: alerts.map((one) => one.textContent).join(" ") };
  }, RECEIPT);
  const behaviour = world.deletions();
  const good = behaviour.kind === "json";
  if (sent === 1 && good) return receipt ? [] : [`a good deletion has no receipt, but: ${said}`];
  if (sent === 1 && receipt) return ["a deletion that failed has a receipt"];
  const known =
    /Failed|failed|all the same|offline|No answer|ended|expired|being deleted|No deletion|asked|wait|again/;
  return receipt || known.test(said) ? [] : [`nothing is said of a deletion, but: ${said}`];
}

import { expect, test, type Browser, type ViewportSize } from "@playwright/test";
import { mkdirSync } from "node:fs";
import { setTimeout as delay } from "node:timers/promises";
import { createChance } from "./chance";
import { move, type Moved, type Visitor } from "./moves";
import { broken, isOfNavigation, lookBefore } from "./properties";
import { openTab } from "./visitor";
import { startWorld, type World } from "./world";

const SEED = Number(process.env.EXPLORE_SEED ?? 1);
const MINUTES = Number(process.env.EXPLORE_MINUTES ?? 5);
/** One walk alone, to see it again. */
const ONLY = process.env.EXPLORE_WALK;

const MOVES = 40;
const PICTURES = "tests/output/explore";

const beginnings = [
  "/pulsescout/delete-user",
  "/pulsescout/delete-user",
  "/pulsescout/dashboard",
  "/pulsescout/dashboard?tab=trip",
  "/contactus",
  "/",
] as const;

const windows: readonly [ViewportSize, ...ViewportSize[]] = [
  { width: 1440, height: 900 },
  { width: 820, height: 1180 },
  { width: 360, height: 740 },
];

test(`seed ${SEED}`, async ({ browser }) => {
  const world = await startWorld();
  const until = Date.now() + MINUTES * 60_000;
  const findings = new Map<string, string>();
  let moves = 0;
  let walk = Number(ONLY ?? 1);
  for (; Date.now() < until; walk += 1) {
    const found = await take(world, browser, walk);
    moves += found.moves;
    if (found.problem !== null && !findings.has(found.problem)) {
      findings.set(found.problem, found.report);
      process.stdout.write(`\n${found.report}\n`);
    }
    if (ONLY !== undefined) break;
  }
  await world.stop();
  process.stdout.write(
    `\nseed ${SEED}: ${walk} walks, ${moves} moves, ${findings.size} findings\n`,
  );
  expect([...findings.keys()]).toEqual([]);
});

/** One visitor's walk. It ends at the first property that is broken. */
async function take(world: World, browser: Browser, walk: number) {
  const chance = createChance(SEED * 10_000 + walk);
  world.calm();
  const context = await browser.newContext({
    baseURL: world.site.url,
    viewport: chance.of(windows),
    reducedMotion: "reduce",
    extraHTTPHeaders: { "x-forwarded-for": `203.0.${Math.floor(walk / 250) % 250}.${walk % 250}` },
  });
  context.setDefaultTimeout(20_000);
  const tab = await openTab(context);
  const visitor: Visitor = { context, tabs: [tab], tab, offline: false };
  const beginning = chance.of(beginnings);
  const record = [`goto ${beginning}`];
  await tab.page.goto(beginning, { waitUntil: "commit" });
  let problems = await broken(world, visitor, { what: "" }, await lookBefore(world, visitor));
  for (; record.length <= MOVES && problems.length === 0;) {
    const before = await lookBefore(world, visitor);
    problems = await inTime(async () => {
      const moved = await move(world, visitor, chance).catch((error: unknown): Moved => {
        if (isOfNavigation(error)) return { what: "on a page that was just going" };
        throw error;
      });
      record.push(moved.what);
      return broken(world, visitor, moved, before);
    });
  }
  const [problem = null] = problems;
  const report = problem === null ? "" : await reportOf(visitor, walk, record, problems);
  // A page that hangs does not close either.
  await Promise.race([context.close(), delay(PATIENCE_MS, undefined, { ref: false })]);
  return { moves: record.length, problem: problem && withoutValues(problem), report };
}

const PATIENCE_MS = 60_000;

/** A page whose scripts hang answers nothing any more. */
async function inTime(look: () => Promise<string[]>): Promise<string[]> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<string[]>((resolve) => {
    timer = setTimeout(() => resolve(["the page answers nothing for a minute"]), PATIENCE_MS);
  });
  try {
    return await Promise.race([look(), late]);
  } finally {
    clearTimeout(timer);
  }
}

/** What two findings of one kind have in common. */
const withoutValues = (problem: string) => problem.replace(/\d+/g, "N").slice(0, 120);

async function reportOf({ tab }: Visitor, walk: number, record: string[], problems: string[]) {
  mkdirSync(PICTURES, { recursive: true });
  const picture = `${PICTURES}/seed-${SEED}-walk-${walk}.png`;
  await tab.page.screenshot({ path: picture, timeout: 10_000 }).catch(() => undefined);
  return [
    `✗ ${problems.join("\n  ")}`,
    `  at ${tab.page.url()}`,
    ...record.map((what, index) => `  ${index}. ${what}`),
    `  ${picture}`,
    `  > npm run explore -- --seed ${SEED} --walk ${walk}`,
  ].join("\n");
}

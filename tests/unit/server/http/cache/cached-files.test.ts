import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from "vitest";
import { createSharedAssets } from "server/http/cache/cached-files.server";
import { createAssetsFolder } from "server/operations/assets-folder.server";

const DAY_MS = 24 * 60 * 60_000;
const SCRIPT = "console.log('a script of another build');".repeat(20);
const [VISITOR, CROWD] = ["198.51.100.7", "192.0.2.1"];
const UNFINISHED = ".broken-AAAAAAAA.js.0b07b7cc-8c1c-4a9a-8ae2-5a8c2e2f4a3e";

let temporary: string;
let shared: string;
let own: string;
// A new logger per test: operations of earlier tests may fail once their folder is removed.
let logger = { error: vi.fn() };

beforeEach(() => {
  temporary = fs.mkdtempSync(join(tmpdir(), "pulse-shared-assets-"));
  [shared, own] = [join(temporary, "made/at/start"), join(temporary, "own")];
  fs.mkdirSync(own);
  logger = { error: vi.fn() };
});
afterEach(() => fs.rmSync(temporary, { recursive: true, force: true }));

function create() {
  const folder = createAssetsFolder(shared, logger, own);
  return { ...folder, find: createSharedAssets(folder) };
}

/** Creates a file in the shared folder that was last used `ageMs` ago. */
function createFile(name: string, ageMs: number): void {
  fs.mkdirSync(shared, { recursive: true });
  const usedAt = new Date(Date.now() - ageMs);
  fs.writeFileSync(join(shared, name), SCRIPT);
  fs.utimesSync(join(shared, name), usedAt, usedAt);
}

/** Creates a pipe in the shared folder, whose reads block until the returned function is called. */
function createPipe(name: string): () => void {
  fs.mkdirSync(shared, { recursive: true });
  execFileSync("mkfifo", [join(shared, name)]);
  return () => fs.writeFileSync(join(shared, name), SCRIPT);
}

function expectLogged(code: unknown = expect.any(String)): void {
  const error = { err: expect.objectContaining({ code }) as Error, folder: shared };
  expect(logger.error).toHaveBeenCalledExactlyOnceWith(error, "ASSETS_DIR");
}

const textOf = (answer: Awaited<ReturnType<ReturnType<typeof create>["find"]>>) =>
  answer?.variants.get("identity")?.body.toString();

describe("a build that starts", () => {
  it("copies its hashed files completely into the shared folder, and no other files", async () => {
    for (const name of ["root-AAAAAAAA.js", "a.b_c-de_f-234.css", "plain.js", "manifest.json"])
      fs.writeFileSync(join(own, name), SCRIPT);
    await create().publish();
    expect(fs.readdirSync(shared).sort()).toEqual(["a.b_c-de_f-234.css", "root-AAAAAAAA.js"]);
    expect(fs.readFileSync(join(shared, "root-AAAAAAAA.js"), "utf8")).toBe(SCRIPT);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("updates the time of its files that the shared folder already contains", async () => {
    fs.writeFileSync(join(own, "root-AAAAAAAA.js"), "new");
    createFile("root-AAAAAAAA.js", 30 * DAY_MS);
    await create().publish();
    const file = join(shared, "root-AAAAAAAA.js");
    expect(Date.now() - fs.statSync(file).mtimeMs).toBeLessThan(DAY_MS);
    // The file is not written again, because its name contains a hash of its content.
    expect(fs.readFileSync(file, "utf8")).toBe(SCRIPT);
  });

  it("removes hashed files that no build has used for seven days, and no files with other names", async () => {
    const WEEK_MS = 7 * DAY_MS;
    const recent = ["used-AAAAAAAA.js", UNFINISHED];
    const others = [
      "holiday.jpg",
      ".hidden",
      "short-AAAA.js",
      "a b-AAAAAAAA.js",
      "root-AAAAAAAA.js~",
    ];
    const similar = [`a ${UNFINISHED}`, `${UNFINISHED}.txt`, ...others];
    for (const name of recent) createFile(name, WEEK_MS - 60_000);
    for (const name of ["unused-AAAAAAAA.js", UNFINISHED.replace("4a3e", "4a3f")])
      createFile(name, WEEK_MS + 60_000);
    for (const name of similar) createFile(name, 30 * DAY_MS);
    await create().publish();
    expect(fs.readdirSync(shared).sort()).toEqual([...recent, ...similar].sort());
  });

  it("publishes and cleans up again once a day, without keeping the process alive", async () => {
    fs.writeFileSync(join(own, "root-AAAAAAAA.js"), SCRIPT);
    const interval = vi.spyOn(globalThis, "setInterval");
    await create().publish();
    const index = interval.mock.calls.findIndex(([, every]) => every === DAY_MS);
    const [again] = interval.mock.calls[index] ?? [];
    const timer = interval.mock.results[index]?.value as NodeJS.Timeout;
    onTestFinished(() => clearInterval(timer));
    expect(timer.hasRef()).toBe(false);
    fs.rmSync(join(shared, "root-AAAAAAAA.js"));
    again?.();
    await vi.waitFor(() => expect(fs.existsSync(join(shared, "root-AAAAAAAA.js"))).toBe(true), {
      timeout: 30_000,
    });
  });

  it("continues when the folder cannot be written, and logs an error", async () => {
    fs.writeFileSync(join(temporary, "file"), "");
    shared = join(temporary, "file");
    await create().publish();
    expectLogged();
    expect(await create().find("/assets/root-AAAAAAAA.js", VISITOR)).toBeNull();
    expect(logger.error).toHaveBeenCalledOnce();
  });

  it("logs nothing about a file that another instance has already removed", async () => {
    fs.mkdirSync(shared, { recursive: true });
    fs.symlinkSync("removed", join(shared, "unused-AAAAAAAA.js"));
    await create().publish();
    expect(logger.error).not.toHaveBeenCalled();
  });

  it.each(["root-AAAAAAAA.js", "unused-AAAAAAAA.js"])(
    "skips %s with a logged error if its state cannot be read, and continues with other files",
    async (name) => {
      for (const other of ["root-AAAAAAAA.js", "site-AAAAAAAA.js"])
        fs.writeFileSync(join(own, other), SCRIPT);
      createFile("very-old-AAAAAAAA.js", 30 * DAY_MS);
      // A symbolic link to itself cannot be resolved (ELOOP).
      fs.symlinkSync(name, join(shared, name));
      await create().publish();
      expect(fs.readlinkSync(join(shared, name))).toBe(name);
      const there = new Set([name, "root-AAAAAAAA.js", "site-AAAAAAAA.js"]);
      expect(fs.readdirSync(shared).sort()).toEqual([...there].sort());
      expectLogged("ELOOP");
    },
  );

  // Not even root may set the times of the file that the link points to.
  it.runIf(fs.existsSync("/proc/self/ns/net"))("replaces another user's file", async () => {
    fs.mkdirSync(shared, { recursive: true });
    fs.writeFileSync(join(own, "root-AAAAAAAA.js"), SCRIPT);
    fs.symlinkSync("/proc/self/ns/net", join(shared, "root-AAAAAAAA.js"));
    await create().publish();
    expect(fs.readFileSync(join(shared, "root-AAAAAAAA.js"), "utf8")).toBe(SCRIPT);
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("is not blocked by a folder that hangs, for which only one thread waits", async () => {
    const end = createPipe("pipe-AAAAAAAA.js");
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const assets = create();
    const reads = Array.from({ length: 8 }, async () =>
      assets.find("/assets/pipe-AAAAAAAA.js", VISITOR),
    );
    const publication = assets.publish();
    await vi.advanceTimersByTimeAsync(5000);
    await publication;
    expect(await Promise.all(reads)).toEqual(Array(8).fill(null));
    // Later reads do not wait, and the error is logged once.
    expect(await assets.find("/assets/pipe-AAAAAAAA.js", VISITOR)).toBeNull();
    expectLogged("ETIMEDOUT");
    end();
    await vi.waitFor(async () => {
      createFile("late-AAAAAAAA.js", 0);
      expect(textOf(await assets.find("/assets/late-AAAAAAAA.js", VISITOR))).toBe(SCRIPT);
    });
  });
});

describe("a file of another build", () => {
  it("is found only at its exact address", async () => {
    for (const name of ["other-AAAA_-99.js", "holiday.jpg", "film-AAAAAAAA.mp4"])
      createFile(name, 0);
    const assets = create();
    expect(textOf(await assets.find("/assets/other-AAAA_-99.js", VISITOR))).toBe(SCRIPT);
    for (const path of [
      "/other-AAAA_-99.js",
      "/assets/x/other-AAAA_-99.js",
      "/assets/holiday.jpg",
      "/assets/other-AAAA_-99.js/",
      "/assets/",
    ])
      expect(assets.find(path, VISITOR)).toBeNull();
    expect(assets.find("/assets/film-AAAAAAAA.mp4", VISITOR)).toBeNull();
    for (const name of ["none", "n".repeat(300)])
      expect(await assets.find(`/assets/${name}-AAAAAAAA.js`, VISITOR)).toBeNull();
    expect(logger.error).not.toHaveBeenCalled();
  });

  it("is compressed, cacheable for a year, and read only once", async () => {
    createFile("other-AAAAAAAA.js", 0);
    const assets = create();
    const first = await assets.find("/assets/other-AAAAAAAA.js", VISITOR);
    expect([...(first?.variants.keys() ?? [])]).toEqual(["br", "gzip", "identity"]);
    expect(first?.variants.get("br")?.head).toEqual(
      expect.arrayContaining([
        "public, max-age=31536000, immutable",
        "text/javascript; charset=utf-8",
      ]),
    );
    fs.rmSync(join(shared, "other-AAAAAAAA.js"));
    expect(await assets.find("/assets/other-AAAAAAAA.js", VISITOR)).toBe(first);
  });

  it("does not wait for a crowd of requests with guessed names, and their error is logged once", async () => {
    createFile("other-AAAAAAAA.js", 0);
    fs.mkdirSync(join(shared, "folder-AAAAAAAA.js"));
    const assets = create();
    const order: string[] = [];
    const ask = async (name: string, network: string) => {
      const found = await assets.find(`/assets/${name}`, network);
      order.push(network);
      return found;
    };
    const crowd = Array.from({ length: 1000 }, (_, guess) =>
      ask(`${guess % 2 ? `guess${guess}` : "folder"}-AAAAAAAA.js`, CROWD),
    );
    expect(textOf(await ask("other-AAAAAAAA.js", VISITOR))).toBe(SCRIPT);
    await Promise.all(crowd);
    // Half of the crowd's requests exceed the queue and are answered earlier.
    expect(order.indexOf(VISITOR)).toBeLessThan(510);
    expectLogged("EISDIR");
  });

  it("is waited for while the folder responds, even behind other slow reads", async () => {
    const [first, second] = [createPipe("first-AAAAAAAA.js"), createPipe("second-AAAAAAAA.js")];
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    const assets = create();
    const before = assets.find("/assets/first-AAAAAAAA.js", CROWD);
    const after = assets.find("/assets/second-AAAAAAAA.js", VISITOR);
    for (const [end, answer] of [
      [first, before],
      [second, after],
    ] as const) {
      await vi.advanceTimersByTimeAsync(4000);
      expect(assets.hangs()).toBe(false);
      end();
      expect(textOf(await answer)).toBe(SCRIPT);
    }
  });
});

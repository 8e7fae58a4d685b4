import fc from "fast-check";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { createViewCache } from "server/http/cache/view-cache.server";
import type { Rendered } from "server/http/cache/cached-document.server";
import type { CachedResponse } from "server/http/cache/cached-response.server";

const PATH = "/fleet";

const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 0 }));
afterEach(() => void vi.useRealTimers());

/** A view cache on a clock and a version that the test moves. */
function changingPage() {
  const at = {
    version: "1" as string | null,
    settling: false,
    get time() {
      return Date.now();
    },
    set time(milliseconds) {
      vi.setSystemTime(milliseconds);
    },
  };
  at.time = 0;
  const waiting: (() => void)[] = [];
  const load = vi.fn(() => Promise.resolve());
  const countShown = vi.fn();
  const error = vi.fn();
  const render = vi.fn<(target: string, cookie: string, network?: string) => Promise<Rendered>>(
    (target, cookie) =>
      new Promise((resolve) => {
        const { version, time } = at;
        const response = new Response(`${target} ${cookie} ${version} ${time}`);
        waiting.push(() => resolve({ response, nonce: "n" }));
      }),
  );
  const now = () => {
    const state = at.settling ? "refreshing" : "fresh";
    const { version, time: asOf } = at;
    return version === null ? null : { version, results: { figures: { asOf, state } as const } };
  };
  const view = vi.fn(({ searchParams }: URL) => {
    const page = searchParams.get("page");
    return {
      query: new URLSearchParams(page ? { page } : {}),
      isChosen: page !== null,
      now,
      load,
      countShown,
    };
  });
  const cache = createViewCache({
    path: PATH,
    view,
    isPersonal: (cookies) => cookies?.includes("toast") ?? false,
    choice: (cookies) => (cookies?.includes("night") ? "theme=night" : "theme=day"),
    render,
    logger: { error },
    elapsed: () => at.time,
  });
  /** Lets every rendering under way end. */
  const finish = () => waiting.splice(0).forEach((resolve) => resolve());
  const read = async (target = PATH, cookies?: string) => {
    const found = cache.find(target, cookies) ?? cache.make(target, cookies);
    finish();
    return textOf(await found);
  };
  return { at, cache, error, render, view, load, countShown, finish, read };
}

/** The `Server-Timing` header of a moment, epoch milliseconds. */
const timingOf = (moment: number) => `figures;desc="fresh, 0 s old", clock;dur=${moment}`;

const textOf = (answer: CachedResponse | null) =>
  answer && answer.variants.get("identity")?.body.toString();

describe("views of a page that changes with figures", () => {
  it("are made once for what they show, and anew when it changes, however much time passes", async () => {
    const { at, render, read } = changingPage();
    expect(await read()).toBe("/fleet theme=day 1 0");
    at.time = 3_600_000;
    expect(await read()).toBe("/fleet theme=day 1 0");
    at.version = "2";
    expect(await read()).toBe("/fleet theme=day 2 3600000");
    expect(render).toHaveBeenCalledTimes(2);
  });

  it("are made once for refreshes that end one after the other, and no later than 400 ms after the first", async () => {
    const { at, render, read } = changingPage();
    await read();
    at.settling = true;
    at.version = "2";
    at.time = 1000;
    expect(await read()).toBe("/fleet theme=day 1 0");
    at.version = "3";
    at.time = 1100;
    expect(await read()).toBe("/fleet theme=day 1 0");
    at.settling = false;
    expect(await read()).toBe("/fleet theme=day 3 1100");
    expect(render).toHaveBeenCalledTimes(2);
    at.settling = true;
    at.version = "4";
    expect(await read()).toBe("/fleet theme=day 3 1100");
    at.time = 1500;
    expect(await read()).toBe("/fleet theme=day 4 1500");
  });

  it("are sent with the clock of the second and of their version, and counted as read once in it", async () => {
    const { at, cache, countShown, read } = changingPage();
    await read();
    expect(countShown).not.toHaveBeenCalled();
    const timingAt = (time: number) => {
      at.time = time;
      return cache.find(PATH, undefined)?.timing?.();
    };
    const moments = [0, 0, 1000, 1000];
    expect([0, 999, 1000, 1999].map(timingAt)).toEqual(moments.map(timingOf));
    expect(countShown).toHaveBeenCalledTimes(2);
    at.version = "2";
    await read();
    expect(timingAt(1999)).toBe(timingOf(1999));
  });

  it("have an address each for the document and its data, and no other", async () => {
    const { cache, read } = changingPage();
    expect(await read(`${PATH}/`)).toBe(`${PATH}/ theme=day 1 0`);
    expect(await read(`${PATH}.data?page=2`)).toBe(`${PATH}.data?page=2 theme=day 1 0`);
    for (const end of ["/status", "s", "?_data=root", "//"]) {
      expect(cache.make(PATH + end, undefined)).toBeNull();
    }
    for (const target of ["/", "/FLEET"]) expect(cache.make(target, undefined)).toBeNull();
  });

  it("are one rendering for all addresses that mean the same, and for all who ask meanwhile", async () => {
    const { cache, render, finish } = changingPage();
    const targets = [`${PATH}?page=2`, `${PATH}?typed=x&page=2`, `${PATH}?page=2&page=3&_=1`];
    const asked = [...targets, ...targets].map(async (target) => cache.make(target, undefined));
    finish();
    const shown = `${PATH}?page=2 theme=day 1 0`;
    expect((await Promise.all(asked)).map(textOf)).toEqual(Array(6).fill(shown));
    expect(render).toHaveBeenCalledOnce();
    expect(textOf(cache.find(`${PATH}?page=2&typed=y`, undefined))).toBe(shown);
  });

  it("are not kept when what they show changed while they were made", async () => {
    const { at, cache, render, finish, read } = changingPage();
    const first = cache.make(PATH, undefined);
    at.version = "2";
    finish();
    await first;
    expect(await read()).toBe("/fleet theme=day 2 0");
    expect(render).toHaveBeenCalledTimes(2);
  });

  it("are made for each request where they have no version, once what they need was fetched", async () => {
    const { at, cache, load, render, finish } = changingPage();
    at.version = null;
    expect(await cache.make(PATH, undefined)).toBeNull();
    expect(load).toHaveBeenCalledOnce();
    expect(render).not.toHaveBeenCalled();
    load.mockImplementation(() => {
      at.version = "1";
      return Promise.resolve();
    });
    const made = cache.make(PATH, undefined);
    await settled();
    finish();
    expect(textOf(await made)).toBe("/fleet theme=day 1 0");
    expect(textOf(cache.find(PATH, undefined))).toBe("/fleet theme=day 1 0");
  });

  it("are rendered in the turns of who asks, but for the view that everybody opens", async () => {
    const { cache, render, finish } = changingPage();
    const asked = [PATH, `${PATH}?page=2`].map(async (target) =>
      cache.make(target, undefined, "192.0.2.1"),
    );
    finish();
    await Promise.all(asked);
    expect(render.mock.calls).toEqual([
      [PATH, "theme=day", "everybody"],
      [`${PATH}?page=2`, "theme=day", "192.0.2.1"],
    ]);
  });

  it("are not waited for by one network while another one's figures are loaded", async () => {
    const { at, cache, load, finish } = changingPage();
    at.version = null;
    load.mockReturnValueOnce(new Promise(() => undefined));
    const target = `${PATH}?page=2`;
    void cache.make(target, undefined, "192.0.2.1");
    load.mockImplementation(() => {
      at.version = "1";
      return Promise.resolve();
    });
    const made = cache.make(target, undefined, "198.51.100.7");
    await settled();
    expect(load).toHaveBeenCalledTimes(2);
    finish();
    expect(textOf(await made)).toBe(`${target} theme=day 1 0`);
  });

  it("are not kept when a figure was lost while they were made", async () => {
    const { at, cache, finish } = changingPage();
    const made = cache.make(PATH, undefined);
    at.version = null;
    finish();
    await made;
    expect(cache.held().entries).toBe(0);
  });

  it("are kept in each coding that somebody takes, for those alone", async () => {
    const { cache, render, finish } = changingPage();
    const asked = ["br", "gzip"].map(async (coding) => cache.make(PATH, "", "n", coding));
    finish();
    expect((await Promise.all(asked)).every((made) => made !== null)).toBe(true);
    expect(render).toHaveBeenCalledTimes(2);
    expect(cache.find(PATH, "", "gzip")).not.toBeNull();
    expect(cache.find(PATH, "", undefined)).toBeNull();
    expect(cache.held()).toMatchObject({ entries: 2 });
    expect(cache.held().bytes).toBeGreaterThan(40);
  });

  it("that visitors choose take no room from the one that everybody opens", async () => {
    const { cache, render, read } = changingPage();
    await read();
    const body = "x".repeat(1024 * 1024);
    for (let page = 1; page <= 20; page += 1) {
      render.mockResolvedValueOnce({ response: new Response(`${page} ${body}`), nonce: "n" });
      await cache.make(`${PATH}?page=${page}`, undefined);
    }
    expect(cache.held().bytes).toBeLessThan(8 * 1024 * 1024 + 1_000);
    expect([PATH, `${PATH}?page=20`].map((target) => cache.find(target, undefined))).not.toContain(
      null,
    );
  });

  it("remember addresses while they are short, and within a number of bytes", () => {
    const { cache, view } = changingPage();
    const looks = (targets: string[]) => {
      view.mockClear();
      for (const target of targets) cache.find(target, undefined);
      return view.mock.calls.length;
    };
    const [short, long] = [`${PATH}?z=${"z".repeat(400)}`, `${PATH}?z=${"z".repeat(600)}`];
    expect([looks([short, short, short]), looks([long, long])]).toEqual([1, 2]);
    const others = Array.from({ length: 2_000 }, (_, index) => short + index);
    expect([looks(others), looks([short])]).toEqual([2_000, 1]);
  });

  it("are kept by no proxy, and are sent to whoever waited with the clock of the moment they asked", async () => {
    const { at, cache, finish } = changingPage();
    at.time = 5;
    const making = cache.make(PATH, undefined);
    at.time = 50;
    finish();
    const made = await making;
    expect(made?.timing?.()).toBe(timingOf(5));
    const head = made?.variants.get("identity")?.head ?? [];
    const header = (name: string) => head[head.indexOf(name) + 1];
    expect(["Cache-Control", "Vary"].map(header)).toEqual(["private, no-cache", "Accept-Encoding"]);
  });

  it("are not kept, and made again, where the rendering was one visitor's or failed, which is logged", async () => {
    const { cache, error, render, read } = changingPage();
    const response = new Response("hello Ann", { headers: { "Set-Cookie": "a=b" } });
    render.mockResolvedValueOnce({ response, nonce: "n" });
    expect(await cache.make(PATH, undefined)).toBeNull();
    expect(cache.held().entries).toBe(0);
    expect(error).not.toHaveBeenCalled();
    render.mockRejectedValueOnce(new Error("no"));
    expect(await cache.make(PATH, undefined)).toBeNull();
    expect(error.mock.calls).toEqual([[{ err: expect.any(Error) as Error }, "view cache"]]);
    expect(await read()).toBe("/fleet theme=day 1 0");
  });

  it("show nobody another's choice, address or figures, in whatever order things happen", async () => {
    const step = fc.record({
      target: fc.constantFrom(PATH, `${PATH}?page=2`, `${PATH}.data`, `${PATH}/`),
      cookies: fc.constantFrom(undefined, "theme=night", "theme=day", "toast=x; theme=night"),
      changes: fc.boolean(),
      passes: fc.nat(600),
      waits: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { at, cache, finish } = changingPage();
        const checks: Promise<void>[] = [];
        let newest = 1;
        for (const { target, cookies, changes, passes, waits } of steps) {
          at.time += passes;
          if (changes) at.version = String((newest += 1));
          const version = newest;
          const found = cache.find(target, cookies) ?? cache.make(target, cookies);
          if (cookies?.includes("toast")) expect(found).toBeNull();
          const check = (answer: CachedResponse | null) => {
            if (answer === null) return;
            const [shownTarget, theme, shownVersion] = textOf(answer)?.split(" ") ?? [];
            expect(shownTarget).toBe(target);
            expect(theme).toBe(cookies?.includes("night") ? "theme=night" : "theme=day");
            expect(Number(shownVersion)).toBeGreaterThanOrEqual(version);
          };
          checks.push(Promise.resolve(found).then(check));
          if (waits) {
            finish();
            await Promise.all(checks);
          }
        }
        finish();
        await Promise.all(checks);
      }),
    );
  });
});

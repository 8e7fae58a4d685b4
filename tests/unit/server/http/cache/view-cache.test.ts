import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createViewCache } from "server/http/cache/view-cache.server";
import type { Rendered } from "server/http/cache/cached-document.server";
import type { CachedResponse } from "server/http/cache/cached-response.server";

const PATH = "/fleet";

/** A view cache on a clock and a version that the test moves. */
function changingPage() {
  const at = { time: 0, version: "1" as string | null, settling: false };
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
  const cache = createViewCache({
    path: PATH,
    view: ({ searchParams }) => {
      const page = searchParams.get("page");
      return {
        query: new URLSearchParams(page ? { page } : {}),
        version: () => at.version,
        load,
        settling: () => at.settling,
        timing: () => `clock;dur=${at.time}`,
        countShown,
      };
    },
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
  return { at, cache, error, render, load, countShown, finish, read };
}

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

  it("are sent with the clock of the second, and counted as read once in it", async () => {
    const { at, cache, countShown, read } = changingPage();
    await read();
    expect(countShown).not.toHaveBeenCalled();
    const timing = () => cache.find(PATH, undefined)?.timing?.();
    expect(timing()).toBe("clock;dur=0");
    at.time = 999;
    expect(timing()).toBe("clock;dur=0");
    at.time = 1000;
    expect(timing()).toBe("clock;dur=1000");
    at.time = 1999;
    expect(timing()).toBe("clock;dur=1000");
    expect(countShown).toHaveBeenCalledTimes(2);
  });

  it("have an address each for the document and its data, and no other", async () => {
    const { cache, finish } = changingPage();
    const made = (target: string) => {
      const making = cache.make(target, undefined);
      finish();
      return Promise.resolve(making).then(textOf);
    };
    expect(await made(`${PATH}/`)).toBe(`${PATH}/ theme=day 1 0`);
    expect(await made(`${PATH}.data?page=2`)).toBe(`${PATH}.data?page=2 theme=day 1 0`);
    expect(cache.make(`${PATH}/status`, undefined)).toBeNull();
    expect(cache.make(`${PATH}-of-others`, undefined)).toBeNull();
    expect(cache.make(`${PATH}?_data=root`, undefined)).toBeNull();
  });

  it("are sent with the clock of their own version", async () => {
    const { at, cache, read } = changingPage();
    await read();
    const timing = () => cache.find(PATH, undefined)?.timing?.();
    at.time = 500;
    expect(timing()).toBe("clock;dur=500");
    at.version = "2";
    at.time = 600;
    await read();
    expect(timing()).toBe("clock;dur=600");
  });

  it("are one for all addresses that mean the same, which alone is rendered", async () => {
    const { cache, render, finish } = changingPage();
    const targets = [`${PATH}?page=2`, `${PATH}?typed=x&page=2`, `${PATH}?page=2&page=3&_=1`];
    const asked = targets.map(async (target) => cache.make(target, undefined));
    finish();
    expect(new Set((await Promise.all(asked)).map(textOf))).toEqual(
      new Set([`${PATH}?page=2 theme=day 1 0`]),
    );
    expect(render).toHaveBeenCalledOnce();
    expect(textOf(cache.find(`${PATH}?page=2&typed=y`, undefined))).toBe(
      `${PATH}?page=2 theme=day 1 0`,
    );
  });

  it("are one rendering for all who ask meanwhile", async () => {
    const { cache, render, finish } = changingPage();
    const asked = Array.from({ length: 50 }, async () => cache.make(PATH, undefined));
    finish();
    expect(new Set((await Promise.all(asked)).map(textOf))).toEqual(
      new Set([`${PATH} theme=day 1 0`]),
    );
    expect(render).toHaveBeenCalledOnce();
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

  it("are no addresses but the page's", () => {
    const { cache } = changingPage();
    for (const target of ["/", "/fleets", "/fleet/x", "/fleet?_data=x", "/fleet//", "/FLEET"]) {
      expect(cache.make(target, undefined)).toBeNull();
    }
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
    await vi.waitFor(() => expect(render).toHaveBeenCalled());
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

  it("are kept by no proxy, and asked for each time", async () => {
    const { cache, finish } = changingPage();
    const made = cache.make(PATH, undefined);
    finish();
    const head = (await made)?.variants.get("identity")?.head ?? [];
    expect(head[head.indexOf("Cache-Control") + 1]).toBe("private, no-cache");
    expect(head[head.indexOf("Vary") + 1]).toBe("Accept-Encoding");
  });

  it("tell the moment at which they were asked for to who waited for them", async () => {
    const { at, cache, finish } = changingPage();
    at.time = 5;
    const made = cache.make(PATH, undefined);
    at.time = 50;
    finish();
    expect((await made)?.timing?.()).toBe("clock;dur=5");
  });

  it("that cannot be rendered are logged, and tried again", async () => {
    const { cache, error, render, read } = changingPage();
    render.mockRejectedValueOnce(new Error("no"));
    expect(await cache.make(PATH, undefined)).toBeNull();
    expect(error.mock.calls).toEqual([[{ err: expect.any(Error) as Error }, "view cache"]]);
    expect(await read()).toBe("/fleet theme=day 1 0");
  });

  it("that are one visitor's alone are not kept", async () => {
    const { cache, error, render } = changingPage();
    const response = new Response("hello Ann", { headers: { "Set-Cookie": "a=b" } });
    render.mockResolvedValueOnce({ response, nonce: "n" });
    expect(await cache.make(PATH, undefined)).toBeNull();
    expect(cache.held().entries).toBe(0);
    expect(error).not.toHaveBeenCalled();
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
        let version = 1;
        for (const { target, cookies, changes, passes, waits } of steps) {
          at.time += passes;
          if (changes) at.version = String((version += 1));
          const asked = { version };
          const ready = cache.find(target, cookies);
          const found = ready ?? cache.make(target, cookies);
          if (cookies?.includes("toast")) expect(found).toBeNull();
          checks.push(
            Promise.resolve(found).then((answer) => {
              const text = textOf(answer);
              if (text === null || text === undefined) return;
              const [shownTarget, theme, viewVersion] = text.split(" ");
              expect(shownTarget).toBe(target);
              expect(theme).toBe(cookies?.includes("night") ? "theme=night" : "theme=day");
              expect(Number(viewVersion)).toBeGreaterThanOrEqual(asked.version);
            }),
          );
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

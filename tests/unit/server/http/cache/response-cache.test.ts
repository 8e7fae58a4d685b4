import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { CachedResponse } from "server/http/cache/cached-response.server";
import { headerOf, PAGE, site, textOf, VIEW } from "../../../../support/cached-site";

const settled = () => new Promise((resolve) => setImmediate(resolve));

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 0 }));

/** The `Server-Timing` header of a moment, epoch milliseconds. */
const timingOf = (moment: number) => `figures;desc="fresh, 0 s old", clock;dur=${moment}`;

describe("views of a page that changes with figures", () => {
  it("are made once for what they show, however much time passes, and for refreshes that end one after the other, no later than 400 ms after the first", async () => {
    const { at, render, read } = site();
    for (const [settling, version, time, shown, made] of [
      [false, "1", 0, "1 0", 1],
      [false, "1", 900, "1 0", 1],
      [true, "2", 1000, "1 0", 1],
      [true, "3", 1100, "1 0", 1],
      [false, "3", 1100, "3 1100", 2],
      [true, "4", 1100, "3 1100", 2],
      [true, "4", 1500, "4 1500", 3],
      [false, "4", 3_600_000, "4 1500", 3],
    ] as const) {
      Object.assign(at, { settling, version, time });
      expect(await read()).toBe(`/fleet system ${shown}`);
      expect(render).toHaveBeenCalledTimes(made);
    }
  });

  it("are sent with the clock of the second and of their version, and counted as read once in it", async () => {
    const { at, cache, countShown, read } = site();
    await read();
    expect(countShown).not.toHaveBeenCalled();
    const timingAt = (time: number) => {
      at.time = time;
      return cache.find(VIEW, undefined)?.timing?.();
    };
    const moments = [0, 0, 1000, 1000];
    expect([0, 999, 1000, 1999].map(timingAt)).toEqual(moments.map(timingOf));
    expect(countShown).toHaveBeenCalledTimes(2);
    at.version = "2";
    await read();
    expect(timingAt(1999)).toBe(timingOf(1999));
  });

  it("have an address each for the document and its data, and no other", async () => {
    const { cache, read } = site();
    expect(await read(`${VIEW}/`)).toBe(`${VIEW}/ system 1 0`);
    expect(await read(`${VIEW}.data?page=2`)).toBe(`${VIEW}.data?page=2 system 1 0`);
    const ends = ["/status", "s", "?_data=root", "//"];
    for (const target of ["/", "/FLEET", ...ends.map((end) => VIEW + end)]) {
      expect(cache.make(target, undefined)).toBeNull();
    }
  });

  it("are one rendering for all addresses that mean the same, and for all who ask meanwhile", async () => {
    const { cache, render, finish } = site();
    const targets = [`${VIEW}?page=2`, `${VIEW}?typed=x&page=2`, `${VIEW}?page=2&page=3&_=1`];
    const asked = [...targets, ...targets].map(async (target) => cache.make(target, undefined));
    finish();
    const shown = `${VIEW}?page=2 system 1 0`;
    expect((await Promise.all(asked)).map(textOf)).toEqual(Array(6).fill(shown));
    expect(render).toHaveBeenCalledOnce();
    expect(textOf(cache.find(`${VIEW}?page=2&typed=y`, undefined))).toBe(shown);
  });

  it("are made for each request where they have no version, once what they need was fetched", async () => {
    const { at, cache, load, render, read } = site();
    at.version = null;
    expect(await cache.make(VIEW, undefined)).toBeNull();
    expect(load).toHaveBeenCalledOnce();
    expect(render).not.toHaveBeenCalled();
    at.version = "1";
    expect(await read()).toBe("/fleet system 1 0");
    expect(textOf(cache.find(VIEW, undefined))).toBe("/fleet system 1 0");
  });

  it("are rendered in the turns of who asks, but for the view that everybody opens", async () => {
    const { cache, render, finish } = site();
    const asked = [VIEW, `${VIEW}?page=2`].map(async (target) =>
      cache.make(target, undefined, "192.0.2.1"),
    );
    finish();
    await Promise.all(asked);
    expect(render.mock.calls.map(([target, , network]) => [target, network])).toEqual([
      [VIEW, "everybody"],
      [`${VIEW}?page=2`, "192.0.2.1"],
    ]);
  });

  it("are not waited for by one network while another one's figures are loaded", async () => {
    const { at, cache, load, finish } = site();
    at.version = null;
    load.mockReturnValueOnce(new Promise(() => undefined));
    const target = `${VIEW}?page=2`;
    void cache.make(target, undefined, "192.0.2.1");
    load.mockImplementation(() => {
      at.version = "1";
      return Promise.resolve();
    });
    const made = cache.make(target, undefined, "198.51.100.7");
    await settled();
    expect(load).toHaveBeenCalledTimes(2);
    finish();
    expect(textOf(await made)).toBe(`${target} system 1 0`);
  });

  it.each([null, "2"])(
    "are not found later when their version is %s once they are made",
    async (version) => {
      const { at, cache, finish, held } = site();
      const made = cache.make(VIEW, undefined);
      at.version = version;
      finish();
      await made;
      expect(cache.find(VIEW, undefined)).toBeNull();
      // A page whose figures were lost meanwhile may say what this visitor alone was refused.
      expect(held().entries).toBe(version === null ? 0 : 1);
    },
  );

  it("are kept in each coding that somebody takes, for those alone", async () => {
    const { cache, render, finish, held } = site();
    const asked = ["br", "gzip"].map(async (coding) => cache.make(VIEW, "", "n", coding));
    finish();
    expect((await Promise.all(asked)).every((made) => made !== null)).toBe(true);
    expect(render).toHaveBeenCalledTimes(2);
    expect(cache.find(VIEW, "", "gzip")).not.toBeNull();
    expect(cache.find(VIEW, "", undefined)).toBeNull();
    expect(held()).toMatchObject({ entries: 2, hits: 1, waited: 2, made: 2 });
    expect(held().bytes).toBeGreaterThan(40);
  });

  it("that visitors choose take no room from the one that everybody opens", async () => {
    const { cache, render, read, held } = site();
    await read();
    const body = "x".repeat(1024 * 1024);
    for (let page = 1; page <= 20; page += 1) {
      render.mockResolvedValueOnce({ response: new Response(`${page} ${body}`), nonce: "n" });
      await cache.make(`${VIEW}?page=${page}`, undefined);
    }
    expect(held().bytes).toBeLessThan(8 * 1024 * 1024 + 1_000);
    expect(cache.find(VIEW, undefined)).not.toBeNull();
    expect(cache.find(`${VIEW}?page=20`, undefined)).not.toBeNull();
  });

  it("are kept by no proxy, and are sent to whoever waited with the clock of the moment they asked", async () => {
    const { at, cache, finish } = site();
    at.time = 5;
    const making = cache.make(VIEW, undefined);
    at.time = 50;
    finish();
    const made = await making;
    expect(made?.timing?.()).toBe(timingOf(5));
    expect(headerOf(made, "Cache-Control")).toBe("private, no-cache");
    expect(headerOf(made, "Vary")).toBe("Accept-Encoding");
  });

  it("show nobody another's choice, address or figures, in whatever order things happen", async () => {
    const step = fc.record({
      target: fc.constantFrom(VIEW, `${VIEW}?page=2`, `${VIEW}.data`, `${VIEW}/`),
      cookies: fc.constantFrom(undefined, "theme=night", "theme=day", "toast=x; theme=night"),
      changes: fc.boolean(),
      passes: fc.nat(600),
      waits: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { at, cache, finish } = site();
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
            expect(theme).toBe(/theme=(\w+)/.exec(cookies ?? "")?.[1] ?? "system");
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

describe("a page that is the same for everybody", () => {
  it("is rendered once, however many ask at once and later, whatever they have chosen and however figures change", async () => {
    const { at, cache, render, finish } = site();
    const asked = Array.from({ length: 20 }, async () => cache.make(PAGE, undefined, "192.0.2.1"));
    finish();
    expect(new Set(await Promise.all(asked)).size).toBe(1);
    at.version = null;
    for (const accepted of [undefined, "br"]) {
      const found = cache.find(`${PAGE}?utm_source=x`, "theme=night; foo=bar", accepted);
      expect(textOf(found)).toBe("/contactus any 1 0");
      expect(found).not.toHaveProperty("timing");
    }
    expect(render.mock.calls).toEqual([[PAGE, "", "everybody"]]);
    expect(cache.counts().page).toMatchObject({ entries: 1, hits: 2, waited: 20, made: 1 });
  });

  it("never meets a request with anything personal", async () => {
    const { cache, read } = site();
    await read(PAGE);
    expect([cache.find(PAGE, "toast"), cache.make(PAGE, "toast")]).toEqual([null, null]);
  });

  it("is kept for a minute by shared proxies, and asked for each time by browsers", async () => {
    const { cache, read } = site();
    await read(PAGE);
    const kept = cache.find(PAGE, undefined);
    expect(headerOf(kept, "Cache-Control")).toBe(
      "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=600",
    );
    expect(headerOf(kept, "CDN-Cache-Control")).toBe(
      "public, max-age=60, stale-while-revalidate=600",
    );
    expect(headerOf(kept, "Vary")).toBe("Accept-Encoding, Cookie");
  });

  it("is sent at once, and compressed better for those who come later", async () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `${index * index} `).join("");
    const { cache, render } = site();
    render.mockResolvedValueOnce({ response: new Response(words), nonce: "n" });
    const bytes = (response: CachedResponse | null) =>
      response?.variants.get("br")?.body.length ?? 0;
    const first = await cache.make(PAGE, undefined);
    await vi.waitFor(() => expect(bytes(cache.find(PAGE, undefined))).toBeLessThan(bytes(first)), {
      timeout: 30_000,
    });
  });
});

it.each([
  [VIEW, "view cache", {}],
  [PAGE, "page cache", { path: PAGE }],
])(
  "%s is not kept, and made again, where the rendering was one visitor's or failed, which is logged",
  async (target, message, named) => {
    const { cache, error, render, read } = site();
    const response = new Response("hello Ann", { headers: { "Set-Cookie": "a=b" } });
    render.mockResolvedValueOnce({ response, nonce: "n" });
    expect(await cache.make(target, undefined)).toBeNull();
    expect(cache.find(target, undefined)).toBeNull();
    expect(error).not.toHaveBeenCalled();
    render.mockRejectedValueOnce(new Error("no"));
    expect(await cache.make(target, undefined)).toBeNull();
    expect(error.mock.calls).toEqual([[{ err: expect.any(Error) as Error, ...named }, message]]);
    expect(await read(target)).toMatch(target);
  },
);

import fc from "fast-check";
import { beforeEach, describe, expect, it, vi } from "vitest";
import type { MadePage, Rendered } from "server/http/packed-page.server";
import { headerOf, PAGE, site, textOf, VIEW } from "./cached-site";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 0 }));

describe("cached views of a page with changing figures", () => {
  it("are rendered once per version", async () => {
    const { at, render, read } = site();
    for (const [version, time, content, renders] of [
      ["1", 0, "1 0", 1],
      ["1", 900, "1 0", 1],
      ["2", 1000, "2 1000", 2],
      ["2", 3_600_000, "2 1000", 2],
    ] as const) {
      Object.assign(at, { version, time });
      expect(await read()).toBe(`/fleet system ${content}`);
      expect(render).toHaveBeenCalledTimes(renders);
    }
  });

  it("of the default are kept for a minute, whatever changes", async () => {
    const clock = vi.spyOn(performance, "now").mockReturnValue(1);
    const { at, cache, read } = site();
    await read();
    const others = [`${VIEW}?page=2`, `${VIEW}.data`];
    for (const other of others) await read(other);
    at.version = "2";
    expect(textOf(cache.findLast(VIEW))).toBe("/fleet system 1 0");
    for (const other of others) expect(cache.findLast(other)).toBeNull();
    expect(cache.find(VIEW)).toBeNull();
    clock.mockReturnValue(60_002);
    await vi.waitFor(() => expect(cache.findLast(VIEW)).toBeNull());
    clock.mockRestore();
  });

  it("are counted as read each time that they are found", async () => {
    const { cache, countShown, read } = site();
    await read();
    expect(countShown).not.toHaveBeenCalled();
    cache.find(VIEW, undefined);
    cache.find(VIEW, undefined);
    expect(countShown).toHaveBeenCalledTimes(2);
  });

  it("exist at the addresses of the document and its data, and at no other address", async () => {
    const { cache, read } = site();
    expect(await read(`${VIEW}/`)).toBe(`${VIEW}/ system 1 0`);
    expect(await read(`${VIEW}.data?page=2`)).toBe(`${VIEW}.data?page=2 system 1 0`);
    const suffixes = ["/status", "s", "//"];
    for (const target of ["/own", "/FLEET", ...suffixes.map((suffix) => VIEW + suffix)]) {
      expect(cache.make(target, undefined)).toBeNull();
    }
  });

  it("are rendered once for all URLs of the same view, and for all simultaneous requests", async () => {
    const { cache, render, finish } = site();
    const targets = [`${VIEW}?page=2`, `${VIEW}?typed=x&page=2`, `${VIEW}?page=2&page=3&_=1`];
    const requests = [...targets, ...targets].map(async (target) => cache.make(target, undefined));
    finish();
    const text = `${VIEW}?page=2 system 1 0`;
    expect((await Promise.all(requests)).map(textOf)).toEqual(Array(6).fill(text));
    expect(render).toHaveBeenCalledOnce();
    expect(textOf(cache.find(`${VIEW}?page=2&typed=y`, undefined))).toBe(text);
  });

  it("without a version load their figures, and are not rendered until there is a version", async () => {
    const { at, cache, load, render, read } = site();
    at.version = null;
    expect(await cache.make(VIEW, undefined)).toBeNull();
    expect(load).toHaveBeenCalledOnce();
    expect(render).not.toHaveBeenCalled();
    load.mockImplementationOnce(async () => void (at.version = await Promise.resolve("0")));
    render.mockResolvedValueOnce({ response: new Response("made"), nonce: "n" });
    expect(textOf(await cache.make(VIEW, undefined))).toBe("made");
    at.version = "1";
    expect(await read()).toBe("/fleet system 1 0");
    expect(textOf(cache.find(VIEW, undefined))).toBe("/fleet system 1 0");
  });

  it("are rendered in the turns of the client's network, except for the default view", async () => {
    const { cache, render, finish } = site();
    const requests = [VIEW, `${VIEW}?page=2`].map(async (target) =>
      cache.make(target, undefined, "192.0.2.1"),
    );
    finish();
    await Promise.all(requests);
    expect(render.mock.calls.map(([target, , network]) => [target, network])).toEqual([
      [VIEW, "everybody"],
      [`${VIEW}?page=2`, "192.0.2.1"],
    ]);
  });

  it.each([null, "2"])(
    "are not found later when their version is %s after the rendering",
    async (version) => {
      const { at, cache, finish } = site();
      const response = cache.make(VIEW, undefined);
      at.version = version;
      finish();
      await response;
      expect(cache.find(VIEW, undefined)).toBeNull();
      // If a figure was lost, the page may contain a refusal for this visitor only, so it is not stored.
      at.version = "1";
      expect(cache.find(VIEW, undefined) === null).toBe(version === null);
    },
  );

  it("are cached separately for each accepted coding", async () => {
    const { cache, render, finish } = site();
    const requests = ["br", "gzip"].map(async (coding) => cache.make(VIEW, "", "n", coding));
    finish();
    expect((await Promise.all(requests)).every((response) => response !== null)).toBe(true);
    expect(render).toHaveBeenCalledTimes(2);
    expect(cache.find(VIEW, "", "gzip")).not.toBeNull();
    expect(cache.find(VIEW, "", undefined)).toBeNull();
  });

  it("that visitors choose do not evict the default view", async () => {
    const { cache, render, read } = site();
    await read();
    let end: (rendered: Rendered) => void = () => undefined;
    render.mockReturnValueOnce(new Promise((resolve) => (end = resolve)));
    const slow = cache.make(`${VIEW}?page=0`, undefined);
    const body = "x".repeat(1024 * 1024);
    for (let page = 1; page <= 20; page += 1) {
      render.mockResolvedValueOnce({ response: new Response(`${page} ${body}`), nonce: "n" });
      await cache.make(`${VIEW}?page=${page}`, undefined);
    }
    // The chosen views are bounded: the first ones are gone.
    expect(cache.find(`${VIEW}?page=1`, undefined)).toBeNull();
    expect(cache.find(VIEW, undefined)).not.toBeNull();
    expect(cache.find(`${VIEW}?page=20`, undefined)).not.toBeNull();
    // One that was still being made may turn out to be for its visitor alone.
    end({ response: new Response("", { status: 404 }), nonce: "n" });
    expect(await slow).toBeNull();
  });

  it("never show the choice or address of another visitor, or older figures, in any order of events", async () => {
    const step = fc.record({
      target: fc.constantFrom(VIEW, `${VIEW}?page=2`, `${VIEW}.data`, `${VIEW}/`),
      cookies: fc.constantFrom(undefined, "theme=night", "theme=day", "toast=x; theme=night"),
      hasNewVersion: fc.boolean(),
      elapsedMs: fc.nat(600),
      waits: fc.boolean(),
    });
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        const { at, cache, finish } = site();
        const checks: Promise<void>[] = [];
        let newest = 1;
        for (const { target, cookies, hasNewVersion, elapsedMs, waits } of steps) {
          at.time += elapsedMs;
          if (hasNewVersion) at.version = String((newest += 1));
          const version = newest;
          const response = cache.find(target, cookies) ?? cache.make(target, cookies);
          if (cookies?.includes("toast")) expect(response).toBeNull();
          const check = (answer: MadePage | null) => {
            if (answer === null) return;
            const [renderedTarget, theme, renderedVersion] = textOf(answer)?.split(" ") ?? [];
            expect(renderedTarget).toBe(target);
            expect(theme).toBe(/theme=(\w+)/.exec(cookies ?? "")?.[1] ?? "system");
            expect(Number(renderedVersion)).toBeGreaterThanOrEqual(version);
          };
          checks.push(Promise.resolve(response).then(check));
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
  it("is rendered once for all simultaneous and later requests, whatever their display cookies and the figures", async () => {
    const { at, cache, render, finish } = site();
    const calls = Array.from({ length: 20 }, async () => cache.make(PAGE, undefined, "192.0.2.1"));
    finish();
    expect(new Set(await Promise.all(calls)).size).toBe(1);
    at.version = null;
    const response = cache.find(`${PAGE}?utm_source=x`, "theme=night; foo=bar");
    expect(textOf(response)).toBe("/contactus any 1 0");
    expect(render.mock.calls).toEqual([[PAGE, "", "everybody"]]);
  });

  it("is never used for a request with personal cookies", async () => {
    const { cache, read } = site();
    await read(PAGE);
    expect([cache.find(PAGE, "toast"), cache.make(PAGE, "toast")]).toEqual([null, null]);
  });

  it.each([
    ["/", "/"],
    ["/?utm_source=x&q=1&q=2&index", "/"],
    ["/contactus?_=1&_routes=x", "/contactus"],
    ["/contactus?audience", null],
    ["/contactus?a=1&%61udienc%65=x", null],
    ["/contactus/", "/contactus/"],
    ["/own", null],
    ["/plain", null],
    ["/contactus.data", null],
    ["/Contactus", null],
  ])("is shown at %j: %s", (target, path) => {
    const { cache, render } = site();
    void cache.make(target, undefined);
    expect(render.mock.calls.map(([rendered]) => rendered)).toEqual(path === null ? [] : [path]);
  });
});

const PUBLIC = "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=600";
it.each([
  [VIEW, ["private, no-cache", undefined, "Accept-Encoding"]],
  [
    PAGE,
    [
      PUBLIC,
      "public, max-age=60, stale-while-revalidate=600",
      "Accept-Encoding, Cookie, Save-Data",
    ],
  ],
])("%s is kept by browsers and shared proxies as %j says", async (target, values) => {
  const { cache, read } = site();
  await read(target);
  const page = cache.find(target, undefined);
  const names = ["Cache-Control", "CDN-Cache-Control", "Vary"];
  expect(names.map((name) => headerOf(page, name))).toEqual(values);
});

it.each([VIEW, PAGE])(
  "%s is not kept, and rendered again, if the rendering has a cookie or failed, which is logged",
  async (target) => {
    const { cache, error, render, read } = site();
    const response = new Response("hello Ann", { headers: { "Set-Cookie": "a=b" } });
    render.mockResolvedValueOnce({ response, nonce: "n" });
    expect(await cache.make(target, undefined)).toBeNull();
    expect(cache.find(target, undefined)).toBeNull();
    expect(error).not.toHaveBeenCalled();
    render.mockRejectedValueOnce(new Error("no"));
    expect(await cache.make(target, undefined)).toBeNull();
    expect(error).toHaveBeenCalledOnce();
    expect(await read(target)).toMatch(target);
  },
);

import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { CachedResponse } from "server/http/cache/cached-response.server";
import { headerOf, PAGE, site, textOf, VIEW } from "../../../../support/cached-site";

beforeEach(() => void vi.useFakeTimers({ toFake: ["Date"], now: 0 }));
afterEach(() => void vi.useRealTimers());

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
    const err: unknown = expect.any(Error);
    expect(error.mock.calls).toEqual([[{ err, ...named }, message]]);
    expect(await read(target)).toMatch(target);
  },
);

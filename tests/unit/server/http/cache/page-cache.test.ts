import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { createPageCache, publicPages } from "server/http/cache/page-cache.server";

/** A cache of two pages whose rendering is counted. */
function twoPages(answer: (target: string) => Response = (target) => html(`page ${target}`)) {
  const render = vi.fn(async (target: string) =>
    Promise.resolve({ response: answer(target), nonce: "n" }),
  );
  const pages = publicPages({
    root: { path: "", module: {} },
    home: { parentId: "root", module: { handle: { publicCache: {} } } },
    contact: {
      parentId: "root",
      path: "contactus",
      module: { handle: { publicCache: { reads: ["audience"] } } },
    },
    own: { parentId: "root", path: "own", module: { handle: {} } },
    bare: { parentId: "root", path: "bare", module: {} },
    none: undefined,
  });
  const error = vi.fn();
  const cache = createPageCache({
    pages,
    render,
    isPersonal: (cookies) => cookies?.includes("toast") ?? false,
    logger: { error },
  });
  return { pages, cache, render, error };
}

const html = (text: string, init?: ResponseInit) => new Response(text, init);

describe("pages that are the same for everybody", () => {
  it("are rendered once, however many ask at once and later", async () => {
    const { cache, render } = twoPages();
    const first = await Promise.all(
      Array.from({ length: 20 }, async () => cache.make("/", undefined)),
    );
    expect(new Set(first).size).toBe(1);
    for (const target of ["/", "/?utm_source=x", "/?q=1&q=2", "/?index", "/?_=1&_routes=x"]) {
      const answer = cache.find(target, "theme=night; foo=bar");
      expect(answer?.variants.get("identity")?.body.toString()).toBe("page /");
    }
    expect(render.mock.calls).toEqual([["/"]]);
  });

  it("are those whose route says so, kept apart by path and by a slash at the end", async () => {
    const { pages, cache, render } = twoPages();
    expect([...pages.keys()].sort()).toEqual(["/", "/contactus", "/contactus/"]);
    await cache.make("/contactus", undefined);
    await cache.make("/contactus/", undefined);
    for (const target of ["/own", "/contactus.data", "/Contactus", "//", "/contactus//", "", "*"]) {
      expect(cache.find(target, undefined)).toBeNull();
      expect(cache.make(target, undefined)).toBeNull();
    }
    expect(render.mock.calls).toEqual([["/contactus"], ["/contactus/"]]);
  });

  it("never answer a parameter that the page reads, however it is written", () => {
    const parameter = fc.constantFrom("audience", "audienc%65", "%61udience", "_data", "_%64ata");
    const noise = fc.array(fc.constantFrom("a=1", "b", "utm_source=x", "&", "=="));
    fc.assert(
      fc.property(noise, parameter, fc.string(), noise, (before, name, value, after) => {
        const { cache, render } = twoPages();
        const query = [...before, `${name}=${encodeURIComponent(value)}`, ...after].join("&");
        expect(cache.make(`/contactus?${query}`, undefined)).toBeNull();
        expect(render).not.toHaveBeenCalled();
      }),
    );
  });

  it("never meet a request with anything personal", async () => {
    const { cache } = twoPages();
    await cache.make("/", undefined);
    for (const [cookies, found] of [
      ["toast", false],
      ["theme=night", true],
    ] as const) {
      expect(cache.find("/", cookies) !== null).toBe(found);
      expect(cache.make("/", cookies) !== null).toBe(found);
    }
  });

  it("do not keep what is one visitor's, or no success", async () => {
    const { cache, render } = twoPages(() => html("broken", { status: 500 }));
    expect(await cache.make("/", undefined)).toBeNull();
    expect(await cache.make("/", undefined)).toBeNull();
    expect(render).toHaveBeenCalledTimes(2);
    expect(cache.held()).toEqual({ entries: 0, bytes: 0 });
  });

  it("are logged with their path, and tried again, after a rendering that threw", async () => {
    let broken = true;
    const { cache, error } = twoPages(() => {
      if (broken) throw new Error("no");
      return html("whole");
    });
    expect(await cache.make("/contactus", undefined)).toBeNull();
    const err: unknown = expect.any(Error);
    expect(error.mock.calls).toEqual([[{ err, path: "/contactus" }, "page cache"]]);
    broken = false;
    expect(await cache.make("/contactus", undefined)).not.toBeNull();
  });

  it("are weighed, kept for a minute by shared proxies, and asked for each time by browsers", async () => {
    const { cache } = twoPages();
    const made = await cache.make("/", undefined);
    expect(cache.held()).toEqual({ entries: 1, bytes: made?.bytes });
    expect(made?.bytes).toBeGreaterThan(0);
    const head = made?.variants.get("identity")?.head ?? [];
    const header = (name: string) => head[head.indexOf(name) + 1];
    expect(header("Cache-Control")).toBe(
      "public, max-age=0, must-revalidate, s-maxage=60, stale-while-revalidate=600",
    );
    expect(header("CDN-Cache-Control")).toBe("public, max-age=60, stale-while-revalidate=600");
    expect(header("Vary")).toBe("Accept-Encoding, Cookie");
  });

  it("are sent at once, and compressed better for those who come later", async () => {
    const words = Array.from({ length: 3_000 }, (_, index) => `${index * index} `).join("");
    const { cache } = twoPages(() => html(words));
    const bytes = (response: { variants: ReadonlyMap<string, { body: Buffer }> } | null) =>
      response?.variants.get("br")?.body.length ?? 0;
    const first = await cache.make("/", undefined);
    await vi.waitFor(() => expect(bytes(cache.find("/", undefined))).toBeLessThan(bytes(first)));
  });
});

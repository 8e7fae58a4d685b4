import { createHash } from "node:crypto";
import { describe, expect, it } from "vitest";
import { cacheDocument } from "server/http/cache/cached-document.server";

const NONCE = "bm9uY2U=";
const HOW = { cacheControl: "public", vary: "Accept-Encoding", quality: 1 };

const source = (text: string) => `'sha256-${createHash("sha256").update(text).digest("base64")}'`;

/** The policy and the text that are kept of a document. */
async function kept(html: string) {
  const response = new Response(html, { headers: { "Content-Type": "text/html; charset=utf-8" } });
  const whole = (await cacheDocument({ response, nonce: NONCE }, HOW))?.variants.get("identity");
  if (whole === undefined) throw new Error("it was not kept");
  const { head, body } = whole;
  const policy = String(head[head.indexOf("Content-Security-Policy") + 1]);
  return { policy: /script-src ([^;]*)/.exec(policy)?.[1], body: body.toString() };
}

it("approves the scripts of its rendering, and leaves no mark of it", async () => {
  const page = (nonce: string) =>
    `<p>Hi</p><script${nonce}>one()</script><script${nonce} async="">two()</script>` +
    `<script${nonce} src="/assets/a.js"></script><script type="text/x-module"${nonce}>three()</script>`;
  const { policy, body } = await kept(page(` nonce="${NONCE}"`));
  expect(policy).toBe(["'self'", ...["one()", "two()", "three()"].map(source)].join(" "));
  expect(body).toBe(page(""));
});

it.each([
  "<script>evil()</script>",
  "<script nonce>evil()</script>",
  '<script nonce="">evil()</script>',
  '<script nonce="another">evil()</script>',
  `<script data-x='nonce="${NONCE.slice(1)}"'>evil()</script>`,
  "<SCRIPT>evil()</SCRIPT>",
  "<script>evil()//",
  "<script x='",
])("approves no script that has got into it: %s", async (injected) => {
  const { policy } = await kept(
    `<p>${injected}</p><script nonce="${NONCE}">one()</script><p>'</p>`,
  );
  expect(["'self'", `'self' ${source("one()")}`]).toContain(policy);
});

describe("what is kept of a response", () => {
  const of = (init: ResponseInit, text = "text") => {
    const response = new Response(text, init);
    return cacheDocument({ response, nonce: NONCE }, HOW);
  };
  const headOf = (kept: Awaited<ReturnType<typeof of>>) => {
    const head = kept?.variants.get("identity")?.head ?? [];
    const pairs = head.flatMap((name, index) =>
      index % 2 === 0 ? [[String(name).toLowerCase(), String(head[index + 1])] as const] : [],
    );
    return { names: pairs.map(([name]) => name), values: Object.fromEntries(pairs) };
  };

  it("has headers of its own where the rendering had others, and each once", async () => {
    const { names, values } = headOf(
      await of({
        headers: {
          "Cache-Control": "no-store",
          "Content-Length": "99",
          "Server-Timing": "clock",
          Vary: "Cookie",
          "Content-Language": "en",
        },
      }),
    );
    expect(values).toMatchObject({
      "cache-control": "public",
      "content-length": "4",
      "content-language": "en",
      vary: "Accept-Encoding",
      "x-content-type-options": "nosniff",
    });
    expect(values).not.toHaveProperty("server-timing");
    expect(values).not.toHaveProperty("cdn-cache-control");
    expect(new Set(names).size).toBe(names.length);
  });

  it("is nothing where it is one visitor's alone, or no success", async () => {
    expect(await of({ headers: { "Set-Cookie": "a=b" } })).toBeNull();
    for (const status of [201, 302, 404, 500]) expect(await of({ status })).toBeNull();
  });

  it("is what was sent where that is no document, whatever is written in it", async () => {
    const script = `<script nonce="${NONCE}">one()</script>`;
    for (const headers of [{ "Content-Type": "text/x-script" }, new Headers()]) {
      const kept = await of({ headers }, script);
      expect(kept?.variants.get("identity")?.body.toString()).toBe(script);
      expect(headOf(kept).values["content-security-policy"]).toContain("script-src 'self';");
    }
  });

  it("is kept in the one coding that is asked for, and tells shared proxies what they alone are to know", async () => {
    const response = new Response("the same again and again, ".repeat(20));
    const how = { ...HOW, coding: "gzip", proxyControl: "max-age=60" } as const;
    const kept = await cacheDocument({ response, nonce: NONCE }, how);
    expect([...(kept?.variants.keys() ?? [])]).toEqual(["gzip"]);
    const head = kept?.variants.get("gzip")?.head ?? [];
    expect(head[head.indexOf("CDN-Cache-Control") + 1]).toBe("max-age=60");
    expect(head[head.indexOf("Cache-Control") + 1]).toBe("public");
  });
});

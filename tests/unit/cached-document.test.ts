import { createHash } from "node:crypto";
import { expect, it } from "vitest";
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

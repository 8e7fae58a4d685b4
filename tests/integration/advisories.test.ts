import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { useServer } from "../support/use-server";

/** Known attacks on Remix 2 that no other test covers. `docs/advisories.md` lists the test of each attack. */

/** Loaded into the server: logs the property names of `Object.prototype` at the start of every request. */
const REPORTER = `
  import { subscribe } from "node:diagnostics_channel";
  subscribe("http.server.request.start", () => {
    console.log("inherited " + Object.getOwnPropertyNames(Object.prototype));
  });
`;

const { server } = await useServer({
  SITE_URL: "https://pulse.example.com",
  NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(REPORTER)}`,
});

it.each([
  "/__manifest",
  "/__manifest?p=%2F&p=%2Fblogs&version=1",
  "/__manifest.data",
  "/__manifest/",
])("no route manifest is served at %s", async (path) => {
  const { status, headers } = await rawRequest(server.url, path);
  expect(status).toBe(404);
  expect(headers["content-type"]).not.toContain("json");
});

const SCRIPT = "</script><script>alert(1)</script>";
const encoded = encodeURIComponent(SCRIPT);

it.each([
  `/?q=${encoded}`,
  `/ref/${encoded}`,
  `/contactus?audience=${encoded}`,
  `/pulsescout/dashboard?tab=trip&q=${encoded}`,
  `/pulsescout/dashboard?tab=trip&country=${encoded}`,
  `/pulsescout/dashboard?tab=${encoded}&date=${encoded}`,
  `/pulsescout/delete-user?${encoded}`,
  `/no/such/${encoded}`,
])("a script in the URL or theme cookie is escaped in the page and its data: %s", async (path) => {
  const { body } = await rawRequest(server.url, path, { headers: { Cookie: `theme=${SCRIPT}` } });
  expect(body).toContain("</html>");
  expect(body).not.toContain("<script>alert(1)");
  expect(body.match(/<\/script>/g)?.length).toBe(body.match(/<script\b/g)?.length);
});

it("a forged Host or X-Forwarded-Host header appears on no page and in no redirect", async () => {
  const forwarded = { "X-Forwarded-Host": "evil.test:80/blogs", "X-Forwarded-Proto": "https" };
  for (const headers of [{ Host: "evil.test" }, forwarded]) {
    for (const path of ["/", "/no/such/page", "/pulsescout/dashboard/theme"]) {
      const { body, headers: responseHeaders } = await rawRequest(server.url, path, { headers });
      expect(body).not.toContain("evil.test");
      expect(responseHeaders.location ?? "/").toMatch(/^\//);
    }
  }
});

it.each([
  "javascript:alert(1)//evil.test",
  "evil.test:80/x",
  "./evil:x",
  "//evil.test/x",
  "/\\evil.test/x",
  "\\\\evil.test/x",
  "https:/evil.test/x",
  "https://evil.test/x",
])("no link and no redirect leads to %s from the URL", async (target) => {
  const encoded = encodeURIComponent(target);
  for (const path of [
    `/ref/${encoded}`,
    `/contactus?audience=${encoded}`,
    `/pulsescout/dashboard?tab=${encoded}`,
    `/pulsescout/dashboard?tab=trip&q=${encoded}&page=2`,
    `/pulsescout/dashboard?tab=trip&country=${encoded}&date=${encoded}`,
    `/pulsescout/delete-user?step=${encoded}&lang=${encoded}&from=${encoded}`,
    `/no/such/${encoded}?next=${encoded}`,
  ]) {
    const { body, headers } = await rawRequest(server.url, path);
    const links = body.matchAll(/\s(?:href|(?:form)?action)="([^"]*)"/g);
    const hrefs = Array.from(links, ([, href = ""]) => href.replaceAll("&amp;", "&"));
    if (headers.location !== undefined) hrefs.push(headers.location);
    expect(hrefs.length, path).toBeGreaterThan(0);
    for (const href of hrefs) {
      const { protocol, host } = new URL(href, "https://pulse.example.com/a/page");
      expect(`${protocol}//${host}`, `${path}: ${href}`).not.toMatch(/javascript|evil/);
    }
  }
});

it("no request adds a property to Object.prototype", async () => {
  const readPrototypeNames = async () => {
    server.lines.length = 0;
    await rawRequest(server.url, "/healthz");
    const reportLine = () => server.lines.find((line) => line.startsWith("inherited "));
    await expect.poll(reportLine).toBeDefined();
    return reportLine();
  };
  const before = await readPrototypeNames();
  const fields =
    "__proto__[polluted]=1&__proto__.polluted=1&constructor[prototype][polluted]=1&__proto__=polluted";
  const json = '{"__proto__":{"polluted":1},"constructor":{"prototype":{"polluted":1}}}';
  const form = { "Content-Type": "application/x-www-form-urlencoded" };
  for (const path of ["/", "/contactus", "/pulsescout/dashboard", "/pulsescout/delete-user"]) {
    await rawRequest(server.url, `${path}?tab=trip&${fields}`);
    await rawRequest(server.url, `${path}.data?${fields}`);
    await rawRequest(server.url, path, { headers: { Cookie: fields.replaceAll("&", "; ") } });
    await rawRequest(server.url, path, { method: "POST", headers: form, body: fields });
  }
  const headers = { "Content-Type": "application/json" };
  await rawRequest(server.url, "/pulsescout/dashboard/theme", {
    method: "POST",
    headers,
    body: json,
  });
  expect(await readPrototypeNames()).toBe(before);
});

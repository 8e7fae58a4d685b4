import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { useServer } from "../support/use-server";

/** The known attacks on Remix 2 that no other test makes; `docs/advisories.md` says which test makes which. */

/** Tells at every request what all objects of the process inherit. */
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
])("no manifest is made of the paths that a visitor names: %s", async (path) => {
  const { status, headers } = await rawRequest(server.url, path);
  expect(status).toBe(404);
  expect(headers["content-type"]).not.toContain("json");
});

const SCRIPT = "</script><script>alert(1)</script>";
const written = encodeURIComponent(SCRIPT);

it.each([
  `/?q=${written}`,
  `/ref/${written}`,
  `/contactus?audience=${written}`,
  `/pulsescout/dashboard?tab=trip&q=${written}`,
  `/pulsescout/dashboard?tab=trip&country=${written}`,
  `/pulsescout/dashboard?tab=${written}&date=${written}`,
  `/pulsescout/delete-user?${written}`,
  `/no/such/${written}`,
])("a script that a visitor brings is text on %s, and in its data too", async (path) => {
  const { body } = await rawRequest(server.url, path, { headers: { Cookie: `theme=${SCRIPT}` } });
  expect(body).toContain("</html>");
  expect(body).not.toContain("<script>alert(1)");
  expect(body.match(/<\/script>/g)?.length).toBe(body.match(/<script\b/g)?.length);
});

it("a host that a visitor makes up is on no page, whoever forwards it", async () => {
  const forwarded = { "X-Forwarded-Host": "evil.test:80/blogs", "X-Forwarded-Proto": "https" };
  for (const headers of [{ Host: "evil.test" }, forwarded]) {
    for (const path of ["/", "/no/such/page", "/pulsescout/dashboard/theme"]) {
      const { body, headers: answered } = await rawRequest(server.url, path, { headers });
      expect(body).not.toContain("evil.test");
      expect(answered.location ?? "/").toMatch(/^\//);
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
])("no link and no redirect leads where a visitor says %s", async (target) => {
  const written = encodeURIComponent(target);
  for (const path of [
    `/ref/${written}`,
    `/contactus?audience=${written}`,
    `/pulsescout/dashboard?tab=${written}`,
    `/pulsescout/dashboard?tab=trip&q=${written}&page=2`,
    `/pulsescout/dashboard?tab=trip&country=${written}&date=${written}`,
    `/pulsescout/delete-user?step=${written}&lang=${written}&from=${written}`,
    `/no/such/${written}?next=${written}`,
  ]) {
    const { body, headers } = await rawRequest(server.url, path);
    const links = body.matchAll(/\s(?:href|(?:form)?action)="([^"]*)"/g);
    const leads = Array.from(links, ([, lead = ""]) => lead.replaceAll("&amp;", "&"));
    if (headers.location !== undefined) leads.push(headers.location);
    expect(leads.length, path).toBeGreaterThan(0);
    for (const lead of leads) {
      const { protocol, host } = new URL(lead, "https://pulse.example.com/a/page");
      expect(`${protocol}//${host}`, `${path}: ${lead}`).not.toMatch(/javascript|evil/);
    }
  }
});

it("nothing that is sent becomes a property of every object", async () => {
  const inherited = async () => {
    server.lines.length = 0;
    await rawRequest(server.url, "/healthz");
    const reported = () => server.lines.find((line) => line.startsWith("inherited "));
    await expect.poll(reported).toBeDefined();
    return reported();
  };
  const before = await inherited();
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
  for (const type of ["application/csp-report", "application/reports+json", "application/json"]) {
    for (const path of ["/csp-report", "/vitals", "/pulsescout/dashboard/theme"]) {
      const headers = { "Content-Type": type };
      await rawRequest(server.url, path, { method: "POST", headers, body: json });
    }
  }
  expect(await inherited()).toBe(before);
});

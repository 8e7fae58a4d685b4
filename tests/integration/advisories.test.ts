import { expect, it } from "vitest";
import { rawRequest } from "../support/raw-request";
import { PROTOTYPE_PATH, sharedServer } from "./shared-server";

/** Known attacks on Remix 2 that no other test covers. `docs/advisories.md` lists the test of each attack. */

const server = await sharedServer();

it("no route manifest is served", async () => {
  for (const path of ["", "?p=%2F&p=%2Fblogs&version=1", ".data", "/"]) {
    const { status, headers } = await rawRequest(server.url, `/__manifest${path}`);
    expect([path, status]).toEqual([path, 404]);
    expect(headers["content-type"]).not.toContain("json");
  }
});

/** Every address that repeats something of itself in its page, or could. */
const reflecting = (text: string) => [
  `/ref/${text}`,
  `/contactus?audience=${text}`,
  `/pulsescout/dashboard?tab=${text}`,
  `/pulsescout/dashboard?tab=trip&q=${text}&page=2`,
  `/pulsescout/dashboard?tab=trip&country=${text}&date=${text}`,
  `/pulsescout/delete-user?step=${text}&lang=${text}&from=${text}`,
  `/no/such/${text}?next=${text}`,
];

it("a script in the URL or theme cookie is escaped in the page and its data", async () => {
  const SCRIPT = "</script><script>alert(1)</script>";
  for (const path of reflecting(encodeURIComponent(SCRIPT))) {
    const headers = { Cookie: `theme=${SCRIPT}` };
    const { status, body } = await rawRequest(server.url, path, { headers });
    if (status === 302) continue;
    expect(body).toContain("</html>");
    expect(body).not.toContain("<script>alert(1)");
    expect(body.match(/<\/script>/g)?.length).toBe(body.match(/<script\b/g)?.length);
  }
});

it("a forged Host or X-Forwarded-Host header appears on no page and in no redirect", async () => {
  // The proxy appends its own entries to those of the visitor.
  const forwarded = {
    "X-Forwarded-Host": "evil.test:80/blogs, pulse.example.com",
    "X-Forwarded-Proto": "https, http",
    "X-Request-Id": "chosen-by-a-visitor",
  };
  for (const headers of [{ Host: "evil.test" }, forwarded]) {
    for (const path of ["/", "/no/such/page", "/pulsescout/dashboard?tab=trip&page=9999"]) {
      const { body, headers: responseHeaders } = await rawRequest(server.url, path, { headers });
      expect(body).not.toContain("evil.test");
      expect(responseHeaders.location ?? "/").toMatch(/^\//);
      expect(responseHeaders["strict-transport-security"]).toBeUndefined();
      expect(responseHeaders["x-request-id"]).not.toBe(forwarded["X-Request-Id"]);
    }
  }
});

const ELSEWHERE = [
  ...["javascript:alert(1)//evil.test", "evil.test:80/x", "./evil:x", "https://evil.test/x"],
  ...["//evil.test/x", "/\\evil.test/x", "\\\\evil.test/x", "https:/evil.test/x"],
];

it.each(ELSEWHERE)("no link and no redirect leads to %s from the URL", async (target) => {
  for (const path of reflecting(encodeURIComponent(target))) {
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

const form = { "Content-Type": "application/x-www-form-urlencoded" };

it("no request adds a property to Object.prototype", async () => {
  const readPrototypeNames = async () => {
    const from = server.lines.length;
    await rawRequest(server.url, PROTOTYPE_PATH);
    const reportLine = () => server.lines.slice(from).find((line) => line.includes("inherited "));
    await expect.poll(reportLine).toBeDefined();
    return /inherited [^"]*/.exec(reportLine() ?? "")?.[0];
  };
  const before = await readPrototypeNames();
  const body =
    "__proto__[polluted]=1&__proto__.polluted=1&constructor[prototype][polluted]=1&__proto__=polluted";
  for (const path of ["/", "/contactus", "/pulsescout/dashboard", "/pulsescout/delete-user"]) {
    await rawRequest(server.url, `${path}?tab=trip&${body}`);
    await rawRequest(server.url, `${path}.data?${body}`);
    await rawRequest(server.url, path, { headers: { Cookie: body.replaceAll("&", "; ") } });
    await rawRequest(server.url, path, { method: "POST", headers: form, body });
  }
  expect(await readPrototypeNames()).toBe(before);
});

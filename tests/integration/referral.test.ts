import { describe, expect, it } from "vitest";
import { attribute, parseHtml, textOf, textsOf } from "./html-document";
import { rawRequest } from "../support/raw-request";
import { SHARED, bothServers } from "./shared-server";

const ANDROID = "Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36";
const IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) Mobile/15E148 Safari/604.1";

describe.each(await bothServers())("an invitation under %s", (_, server) => {
  async function open(path: string, userAgent = "desktop") {
    const ask = (target: string) =>
      rawRequest(server.url, target, { headers: { "User-Agent": userAgent } });
    let answer = await ask(path);
    // remix-serve redirects a path that looks like a folder to the same path with a slash.
    if (answer.status === 301) answer = await ask(answer.headers.location ?? "");
    const root = await parseHtml(answer.body);
    const links = root.querySelectorAll("main a");
    const link = (label: string) =>
      attribute(links.find((node) => textOf(node).includes(label)) ?? null, "href") ?? "";
    return { ...answer, root, app: link("Open the app") };
  }

  it("takes a slash in the middle as part of the code, and ignores one at the end", async () => {
    expect((await open("/ref/good/evil")).app).toBe("scouttest://referral/good%2Fevil");
    expect((await open("/ref/ABC/")).app).toBe("scouttest://referral/ABC");
  });

  it("is complete without scripts, with the options of each system: Android, iOS, desktop", async () => {
    const android = await open("/ref/ABC", ANDROID);
    expect(android.app).toMatch(/^intent:\/\/referral\/ABC#Intent;/);
    expect(android.body).not.toContain("QR code");
    const iPhone = await open("/ref/ABC", IPHONE);
    expect(iPhone.app).toBe("scouttest://referral/ABC");
    expect(iPhone.body).toContain("You are on iOS.");
    expect(iPhone.body).toContain("iOS coming soon");
    const { root, body, headers } = await open("/ref/ABC");
    expect(body).toContain('aria-label="QR code of the store link"');
    expect(textsOf(root, "h1")).toEqual(["Opening PulseScout..."]);
    expect(textsOf(root, "title")).toEqual([`Opening PulseScout... | ${SHARED.SITE_NAME}`]);
    expect(body).toContain("Attempting to open app");
    expect(body).toContain('<meta name="robots" content="noindex"/>');
    expect(body).not.toContain("<iframe");
    // It may load the app's scheme in a frame; other pages may load no frames.
    expect(headers["content-security-policy"]).toMatch(/; frame-src scouttest:$/);
    const other = await open("/blogs");
    expect(other.headers["content-security-policy"]).not.toContain("frame-src");
  });
});

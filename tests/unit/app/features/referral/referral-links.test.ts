import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readReferralCode } from "server/referral/referral-code.server";
import { referralLinks, visitorSystem } from "~/features/referral/referral-links";
import { anyCharacter } from "../../../../support/any-text";

const outbound = {
  store: "https://store.example.org/apps/details?hl=en",
  appId: "org.example.scout",
  deepLinkScheme: "pulsescout",
};

function linksOf(code: string) {
  const { encoded = "" } = readReferralCode(`/ref/${encodeURIComponent(code)}`) ?? {};
  return referralLinks(outbound, encoded);
}

/** Returns the code as the app gets it from the store's install referrer. */
function codeInReferrer(storeUrl: string): string {
  const referrer = new URL(storeUrl).searchParams.get("referrer") ?? "";
  const [source, content = ""] = referrer.split("&utm_content=");
  expect(source).toBe("utm_source=referral");
  return decodeURIComponent(content);
}

describe("the links of an invitation", () => {
  it("open the app's page in the store, with the referral code", () => {
    expect(linksOf("ABC-123").store).toBe(
      "https://store.example.org/apps/details?hl=en&id=org.example.scout&referrer=" +
        "utm_source%3Dreferral%26utm_content%3DABC-123",
    );
  });

  it("keep the app id that the store's address already has", () => {
    const store = "https://store.example.org/details?id=org.example.other";
    expect(referralLinks({ ...outbound, store }, "A").store).toMatch(/\?id=org\.example\.other&r/);
  });

  it("open the app, on Android with the store page as fallback", () => {
    const { app, androidApp, store } = linksOf("ABC-123");
    expect(app).toBe("pulsescout://referral/ABC-123");
    expect(androidApp).toBe(
      "intent://referral/ABC-123#Intent;scheme=pulsescout;package=org.example.scout;" +
        `S.browser_fallback_url=${encodeURIComponent(store)};end`,
    );
  });

  it("never point to another host, whatever the code", () => {
    fc.assert(
      fc.property(fc.string({ unit: anyCharacter, minLength: 1 }), (code) => {
        const { app, androidApp, store } = linksOf(code);
        expect(new URL(store).host).toBe("store.example.org");
        expect(new URL(store).searchParams.get("id")).toBe("org.example.scout");
        expect(codeInReferrer(store)).toBe(code);
        expect([new URL(app).host, new URL(androidApp).host]).toEqual(["referral", "referral"]);
        expect(`${app}${androidApp}${store}`).not.toMatch(/["'<>\s\\]/);
      }),
    );
  });
});

it.each([
  ["Mozilla/5.0 (Linux; Android 15; Pixel 9) Chrome/140.0 Mobile Safari/537.36", "android"],
  ["Mozilla/5.0 (iPad; CPU OS 16_0 like Mac OS X) Version/16.0 Safari", "ios"],
  ["Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Version/18.0 Safari/605.1.15", "desktop"],
  [null, "desktop"],
])("the operating system of the user agent %s is %s", (userAgent, system) => {
  expect(visitorSystem(userAgent)).toBe(system);
});

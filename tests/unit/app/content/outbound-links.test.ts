import { describe, expect, it } from "vitest";
import { outboundLinks, outboundTable } from "~/content/outbound-links";
import { outboundVariables } from "server/outbound-variables.server";
import { parseSettings } from "server/settings.server";

describe("outbound links", () => {
  it("can each be overridden by a setting of its own", () => {
    const variables = Object.values(outboundTable).map(({ variable }) => variable);
    expect(variables.toSorted()).toEqual([...outboundVariables].toSorted());
  });

  it("lead to example.com until they are overridden", () => {
    const links = outboundLinks({ COMMUNITY_URL: "https://chat.pulse.test/join" });
    expect(links.community).toBe("https://chat.pulse.test/join");
    expect(links.blog).toBe("https://example.com/blog");
  });

  it("stop the start when one is not a valid address", () => {
    expect(() => parseSettings({ TWITTER_URL: "javascript:alert(1)" })).toThrow(/TWITTER_URL/);
    expect(() => parseSettings({ DEEP_LINK_SCHEME: "javascript" })).toThrow(/DEEP_LINK_SCHEME/);
    expect(() => parseSettings({ APP_ID: "not an id" })).toThrow(/APP_ID/);
    expect(parseSettings({ TWITTER_URL: "https://x.test/pulse" }).outbound.TWITTER_URL).toBe(
      "https://x.test/pulse",
    );
  });
});

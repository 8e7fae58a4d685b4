import { expect, it } from "vitest";
import { outboundLinks, outboundTable } from "~/content/outbound-links";
import { outboundVariables } from "server/process/settings-schema.server";

it("each outbound link has its own setting that overrides it", () => {
  const variables = Object.values(outboundTable).map(({ variable }) => variable);
  expect(variables.toSorted()).toEqual([...outboundVariables].toSorted());
});

it("outbound links point to example.com until they are overridden", () => {
  const links = outboundLinks({ COMMUNITY_URL: "https://chat.pulse.test/join" });
  expect(links.community).toBe("https://chat.pulse.test/join");
  expect(links.blog).toBe("https://example.com/blog");
});

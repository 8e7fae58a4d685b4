import { expect, it } from "vitest";
import { outboundLinks, outboundTable } from "~/content/outbound-links";
import { outboundVariables } from "server/process/settings-schema.server";

it("outbound links can each be overridden by a setting of its own", () => {
  const variables = Object.values(outboundTable).map(({ variable }) => variable);
  expect(variables.toSorted()).toEqual([...outboundVariables].toSorted());
});

it("outbound links lead to example.com until they are overridden", () => {
  const links = outboundLinks({ COMMUNITY_URL: "https://chat.pulse.test/join" });
  expect(links.community).toBe("https://chat.pulse.test/join");
  expect(links.blog).toBe("https://example.com/blog");
});

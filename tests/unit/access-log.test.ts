import { describe, expect, it } from "vitest";
import { truncateAddress } from "server/http/access-log.server";

describe("addresses in the log", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0"],
    ["2001:db8:1234:5678::9", "2001:db8:1234::"],
    ["unknown", "unknown"],
  ])("%s is kept as %s", (address, kept) => {
    expect(truncateAddress(address)).toBe(kept);
  });
});

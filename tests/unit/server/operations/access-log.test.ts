import { describe, expect, it } from "vitest";
import { truncateAddress } from "server/operations/access-log.server";
import { loggedPath } from "server/process/request-url.server";

describe("addresses in the log", () => {
  it.each([
    ["203.0.113.77", "203.0.113.0"],
    ["2001:db8:1234:5678::9", "2001:db8:1234::"],
    ["unknown", "unknown"],
  ])("%s is kept as %s", (address, kept) => {
    expect(truncateAddress(address)).toBe(kept);
  });
});

describe("paths in the log", () => {
  const WALLET = "0x52908400098527886E0F7030069857D2E4169EE7";

  it.each([
    ["/blogs", true, "/blogs"],
    ["/assets/entry.client-D8kZ12_q.js", true, "/assets/entry.client-D8kZ12_q.js"],
    ["/ref/ASHA1", true, "/ref/*"],
    ["/%72ef/ASHA1", false, "/ref/*"],
    ["/wp-login.php", false, "/wp-login.php"],
    ["/2025/wp-content/themes", false, "/…/wp-content/themes"],
    [`/${WALLET}`, false, "/…"],
    [`/trips/${WALLET.replace("5", "%35")}/all`, false, "/trips/…/all"],
    ["/+91 98765-43210", false, "/+…"],
    ["/%2B919876543210", false, "/+…"],
    ["/otp/493817", false, "/otp/…"],
  ])("%s, known: %s, is kept as %s", (path, known, kept) => {
    expect(loggedPath(path, known)).toBe(kept);
  });
});

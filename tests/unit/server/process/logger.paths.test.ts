import { expect, it } from "vitest";
import { loggedPath } from "server/process/logger.server";

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
  ["/to/mai.x+y%40example.org", false, "/to/…"],
])("the path %s, whose route is known: %s, is logged as %s", (path, isKnown, expected) => {
  expect(loggedPath(path, isKnown)).toBe(expected);
});

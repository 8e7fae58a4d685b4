import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createRouteLabel } from "server/http/route-label.server";

const label = createRouteLabel({
  root: { path: "" },
  home: { parentId: "root" },
  dashboard: { parentId: "root", path: "pulsescout/dashboard" },
  csv: { parentId: "root", path: "pulsescout/dashboard/trips.csv" },
  referral: { parentId: "root", path: "ref/:code" },
  invitation: { parentId: "root", path: "invite/*" },
  missing: { parentId: "root", path: "*" },
});

describe("route labels", () => {
  it.each([
    ["/", "/"],
    ["/_root.data", "/"],
    ["/pulsescout/dashboard", "/pulsescout/dashboard"],
    ["/pulsescout/dashboard/", "/pulsescout/dashboard"],
    ["/PulseScout/Dashboard", "/pulsescout/dashboard"],
    ["/pulsescout/dashboard.data", "/pulsescout/dashboard"],
    ["/pulsescout/dashboard/trips.csv", "/pulsescout/dashboard/trips.csv"],
    ["/pulsescout/dashboard/tripsXcsv", "other"],
    ["/ref/ABC123", "/ref/:code"],
    ["/ref/ABC123/more", "other"],
    ["/invite/ABC/more%2F", "/invite/*"],
    ["/assets/root-abc.js", "/assets/*"],
    ["/wp-login.php", "other"],
    ["//", "/"],
  ])("name %s %s", (path, expected) => {
    expect(label(path)).toBe(expected);
  });

  it("stay few, whatever is asked for", () => {
    const labels = ["/", "/pulsescout/dashboard", "/pulsescout/dashboard/trips.csv"];
    labels.push("/ref/:code", "/invite/*", "/assets/*", "other");
    fc.assert(
      fc.property(fc.webPath(), (path) => {
        expect(labels).toContain(label(path));
      }),
    );
  });
});

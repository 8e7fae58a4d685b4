import { renderToStaticMarkup } from "react-dom/server";
import { describe, expect, it } from "vitest";
import { AgeStamp } from "~/ui/age-stamp";

const now = Date.UTC(2025, 7, 19, 23, 51, 27);
const text = (props: { asOf: number; stale: boolean; empty?: boolean; exact?: boolean }) =>
  renderToStaticMarkup(<AgeStamp now={now} {...props} />);
const words = (html: string) => html.replace(/<[^>]+>/g, "");

describe("the age of figures", () => {
  const fresh = text({ asOf: now - 20_000, stale: false });

  it("is counted on the server's clock, with the exact moment in UTC", () => {
    expect(words(fresh)).toBe("Updated 20 s ago (as of 19 Aug 2025, 23:51:07 UTC)");
    expect(fresh).toContain('dateTime="2025-08-19T23:51:07Z"');
  });

  it("is written as a moment where there is room for it", () =>
    expect(words(text({ asOf: now - 20_000, stale: false, exact: true }))).toBe(
      "As of 19 Aug 2025, 23:51:07 UTC",
    ));

  it("is that of an answer without figures where there were none", () => {
    const empty = { asOf: now - 20_000, empty: true, exact: true };
    expect(words(text({ ...empty, stale: false }))).toBe(
      "No figures as of 19 Aug 2025, 23:51:07 UTC",
    );
    expect(words(text({ ...empty, stale: true }))).toBe(
      "The last refresh failed. No figures as of 19 Aug 2025, 23:51:07 UTC",
    );
  });

  it("is said, with the failure, when the figures are stale", () => {
    const stale = text({ asOf: now - 7_200_000, stale: true });
    expect(words(stale)).toContain("Figures are 2 h old. The last refresh failed.");
    expect(words(stale)).toContain("as of 19 Aug 2025, 21:51:27 UTC");
    expect(stale).not.toContain("Updated");
  });
});

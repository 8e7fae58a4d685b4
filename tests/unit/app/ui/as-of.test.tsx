import { renderToStaticMarkup } from "react-dom/server";
import { expect, it } from "vitest";
import { AsOf } from "~/ui/as-of";

it("the age stamp of a block shows a time in UTC, and that the block's last refresh failed", () => {
  const stamp = renderToStaticMarkup(<AsOf asOf={Date.UTC(2025, 7, 19, 23, 51, 7)} failed />);
  expect(stamp.replace(/<[^>]+>/g, "")).toBe(
    "The last refresh failed. As of 19 Aug 2025, 23:51:07 UTC",
  );
  expect(stamp).toContain('dateTime="2025-08-19T23:51:07Z"');
});

import { DASHBOARD, expect, test } from "./dashboard-site";

test("the statement of a wallet with trips on every day prints on one sheet @js", async ({
  page,
}) => {
  await page.goto(`${DASHBOARD}/report?from=2025-08-01&to=2025-08-31&by=wallet`);
  // The page updates until all days have been read.
  const isWhole = () => expect(page.getByRole("progressbar")).toHaveCount(0);
  await isWhole();
  const wallets = page.getByRole("table", { name: "Trips by wallet" });
  await wallets.getByRole("rowheader").getByRole("link").first().click();
  await expect(page.getByRole("heading", { name: /^Statement of wallet/ })).toBeVisible();
  await isWhole();
  const days = page.getByRole("table", { name: "Trips by day" }).last();
  await expect(days).toBeVisible();
  // The upstream has trips on a few days only, so rows are cloned.
  await days.evaluate((element) => {
    const body = (element as HTMLTableElement).tBodies[0];
    const row = body?.rows[0];
    while (body && row && body.rows.length < 31) body.append(row.cloneNode(true));
  });
  for (const format of ["A4", "Letter"]) {
    const pdf = await page.pdf({ format, margin: { top: "1cm", bottom: "1cm" } });
    expect(pdf.toString("latin1").match(/\/Type\s*\/Page\b/g)).toHaveLength(1);
  }
});

import { chromium } from "playwright";
import { readFileSync } from "node:fs";
const br = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const names = [
  "1phone",
  "2code",
  "3wrong",
  "4reasons",
  "5confirm",
  "6lost",
  "7done",
  "8again",
  "9react",
  "10notreg",
  "11signedout",
];
for (const lang of ["hi", "ur"])
  for (const w of [390, 1440]) {
    const p = await br.newPage({ viewport: { width: w === 390 ? 1640 : 1860, height: 400 } });
    await p.setContent(
      names
        .map(
          (n) =>
            `<img style="width:${w === 390 ? 268 : 460}px;margin:2px;vertical-align:top" src="data:image/png;base64,${readFileSync(`/tmp/w/atk-shots/${lang}-${w}-${n}.png`).toString("base64")}">`,
        )
        .join(""),
    );
    await p.screenshot({ path: `/tmp/w/atk-shots/sheet-${lang}-${w}.png`, fullPage: true });
    await p.close();
  }
// blocked cookies with scripts
const U = "http://localhost:4531/pulsescout/delete-user";
let ph = 6_700_000_000 + Math.floor(Math.random() * 1e8);
await fetch("http://127.0.0.1:4491/ctl", {
  method: "POST",
  body: JSON.stringify({ send: {}, verify: {}, delete: {} }),
});
for (const lang of ["hi", "ur"])
  for (const w of [390, 1440]) {
    const b = await br.newContext({
      viewport: { width: w, height: 900 },
      extraHTTPHeaders: {
        "x-forwarded-for": `10.78.${Math.floor(Math.random() * 250)}.${w % 250}`,
      },
    });
    await b.route("**/*", async (r) => {
      try {
        await b.clearCookies();
        const x = await r.fetch({ maxRedirects: 0 });
        await b.clearCookies();
        const h = { ...x.headers() };
        delete h["set-cookie"];
        await r.fulfill({ response: x, headers: h });
      } catch {
        await r.abort().catch(() => {});
      }
    });
    const q = await b.newPage();
    await q.goto(U + "?lang=" + lang);
    await q.fill("[name=phone]", String(ph++));
    await q.locator("form:has([name=phone]) [type=submit]").click();
    await q.waitForTimeout(2000);
    await q.screenshot({ path: `/tmp/w/atk-shots/${lang}-${w}-blocked.png` });
    console.log(
      "blocked",
      q.url(),
      (await q.locator("main").innerText()).slice(0, 260).replace(/\n/g, " / "),
    );
    await b.close();
  }
await br.close();

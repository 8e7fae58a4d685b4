import { chromium } from "playwright";
const ctl = (o) => fetch("http://127.0.0.1:4491/ctl", { method: "POST", body: JSON.stringify(o) });
const br = await chromium.launch({ executablePath: "/usr/bin/chromium", args: ["--no-sandbox"] });
const U = "http://localhost:4531/pulsescout/delete-user";
let ip = 1,
  ph = 6_300_000_000 + Math.floor(Math.random() * 1e8);
const OUT = "/tmp/w/atk-shots/";
const ctx = async (w, o = {}) => {
  const c = await br.newContext({
    viewport: { width: w, height: 900 },
    extraHTTPHeaders: { "x-forwarded-for": `10.77.${Math.floor(Math.random() * 250)}.${ip++}` },
    ...o,
  });
  return c;
};
for (const lang of ["hi", "ur"])
  for (const w of [390, 1440]) {
    await ctl({ send: {}, verify: {}, delete: {} });
    const c = await ctx(w);
    const p = await c.newPage();
    const errs = [];
    p.on("pageerror", (e) => errs.push(e.message));
    p.on("console", (m) => m.type() === "error" && errs.push(m.text()));
    const shot = async (n) => {
      await p.waitForTimeout(700);
      const o = await p.evaluate(() => [
        document.documentElement.scrollWidth,
        innerWidth,
        document.documentElement.dir,
      ]);
      await p.screenshot({ path: `${OUT}${lang}-${w}-${n}.png` });
      console.log(lang, w, n, o.join(), errs.splice(0).join(" | ").slice(0, 200));
    };
    await p.goto(U + "?lang=" + lang);
    await shot("1phone");
    await p.fill("[name=phone]", String(ph++));
    await p.locator("form:has([name=phone]) [type=submit]").click();
    await p.waitForSelector("[name=otp]");
    await shot("2code");
    await ctl({ verify: { status: 400, body: { message: "Invalid OTP" } } });
    await p.fill("[name=otp]", "123456");
    await p.locator("[form=verify]").click();
    await p.waitForTimeout(500);
    await shot("3wrong");
    await ctl({ verify: {} });
    await p.fill("[name=otp]", "123457");
    await p.locator("[form=verify]").click();
    await p.waitForSelector("[name=reason]");
    await shot("4reasons");
    await p.locator("[name=reason]").last().check();
    await p.fill("[name=others]", "abc");
    await p.locator("form:has([name=reason]) [type=submit]").click();
    await p.waitForSelector("dialog");
    await shot("5confirm");
    await ctl({ delete: { status: 500, body: { message: "boom" } } });
    await p.locator("form:has([value=delete]) button").click();
    await p.waitForTimeout(600);
    await shot("6lost");
    await ctl({ delete: {} });
    await p.locator("form:has([value=delete]) button").click();
    await p.waitForTimeout(900);
    await shot("7done");
    await p.locator("dialog form button").click();
    await p.waitForTimeout(800);
    console.log("OK ->", p.url());
    await p.goto(U);
    await shot("8again");
    await c.clearCookies();
    await ctl({
      send: {
        body: {
          sessionId: "q",
          warning: {
            action: "reactivation_available",
            deleted_at: new Date(Date.now() - 864e5 * 31).toISOString(),
          },
        },
      },
    });
    await p.goto(U + "?lang=" + lang);
    await p.fill("[name=phone]", String(ph++));
    await p.locator("form:has([name=phone]) [type=submit]").click();
    await p.waitForSelector("dialog");
    await shot("9react");
    await ctl({ send: {}, verify: { body: { action: "signup_required" } } });
    await c.clearCookies();
    await p.goto(U + "?lang=" + lang);
    await p.fill("[name=phone]", String(ph++));
    await p.locator("form:has([name=phone]) [type=submit]").click();
    await p.waitForSelector("[name=otp]");
    await p.fill("[name=otp]", "123457");
    await p.locator("[form=verify]").click();
    await p.waitForSelector("dialog");
    await shot("10notreg");
    await ctl({ verify: {}, delete: { status: 401, body: {} } });
    await c.clearCookies();
    await p.goto(U + "?lang=" + lang);
    await p.fill("[name=phone]", String(ph++));
    await p.locator("form:has([name=phone]) [type=submit]").click();
    await p.waitForSelector("[name=otp]");
    await p.fill("[name=otp]", "123457");
    await p.locator("[form=verify]").click();
    await p.waitForSelector("[name=reason]");
    await p.locator("[name=reason]").first().check();
    await p.locator("form:has([name=reason]) [type=submit]").click();
    await p.waitForSelector("dialog");
    await p.waitForTimeout(700);
    await p.locator("form:has([value=delete]) button").click();
    await p.waitForTimeout(900);
    await shot("11signedout");
    await c.close();
    await ctl({ send: {}, verify: {}, delete: {} });
    const b = await ctx(w);
    await b.route("**/*", async (r) => {
      try {
        const x = await r.fetch({ maxRedirects: 0 });
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
    await q.waitForTimeout(2500);
    await q.screenshot({ path: `${OUT}${lang}-${w}-blocked.png` });
    console.log(
      "blocked",
      q.url(),
      (await q.locator("main").innerText()).slice(0, 200).replace(/\n/g, " / "),
    );
    await b.close();
  }
await br.close();

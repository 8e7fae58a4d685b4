import { createServer } from "node:https";
import { once } from "node:events";
import { CODE, json, PAGE, SEND, TOKEN, VERIFY } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { portOf, selfSigned, startHttpsFront } from "../support/https-front";
import { startBuiltServer } from "../support/built-server";
import { expect, test } from "./site";

const SITE = "www.pulse.test";
const SIBLING = "evil.pulse.test";
const SESSION = "__Host-pulse-deletion";

test.use({
  ignoreHTTPSErrors: true,
  launchOptions: async ({ launchOptions }, use) => {
    const args = ["--host-resolver-rules=MAP *.pulse.test 127.0.0.1"];
    await use({ ...launchOptions, args: [...(launchOptions.args ?? []), ...args] });
  },
});

test("a sibling domain does not hide the visitor's own session", async ({ page }) => {
  const upstream = await FaultyUpstream.start();
  const env = { ...upstream.settings, TRUST_PROXY: "1", SITE_URL: `https://${SITE}` };
  const server = await startBuiltServer({ env });
  const certificate = selfSigned();
  const front = await startHttpsFront(server.url, certificate);
  upstream.set(VERIFY, json({ action: "login", token: TOKEN, message: "ok" }));

  // The sibling domain sets a cookie whose longer path makes browsers send it first.
  const sibling = createServer({ cert: certificate, key: certificate }, (_request, response) => {
    const scope = "Domain=pulse.test; Path=/pulsescout; Secure";
    response.setHeader("Set-Cookie", `\xa0${SESSION}=dead; ${scope}`);
    // The body is a buffer, because with a string Node would encode the headers in UTF-8.
    response.end(Buffer.from("tossed"));
  });
  await once(sibling.listen(0, "127.0.0.1"), "listening");
  const site = `https://${SITE}:${portOf(front)}`;

  await page.goto(site + PAGE);
  upstream.set(SEND, json({ sessionId: "the visitor's", message: "sent" }));
  await page.getByRole("textbox", { name: "Phone number" }).fill("9822222222");
  await page.getByRole("button", { name: "Send OTP" }).click();
  await expect(page.getByRole("textbox", { name: "OTP" })).toBeVisible();
  await page.goto(`https://${SIBLING}:${portOf(sibling)}/`);
  const cookies = await page.context().cookies(`https://${SITE}${PAGE}`);
  expect(cookies).toContainEqual(expect.objectContaining({ domain: ".pulse.test", value: "dead" }));
  await page.goto(site + PAGE);
  await page.getByRole("textbox", { name: "OTP" }).fill(CODE);
  await page.getByRole("button", { name: "Verify OTP" }).click();
  await expect(page.getByRole("group", { name: "Why are you leaving?" })).toBeVisible();
  const verifyCall = upstream.calls.find(({ path }) => path === VERIFY);
  expect(verifyCall?.body).toContain("the visitor's");

  // Cookies that scripts set over HTTPS have the `__Host-` prefix too.
  await page.getByRole("switch", { name: "Pause motion" }).first().click();
  await expect
    .poll(() => page.context().cookies(site))
    .toContainEqual(
      expect.objectContaining({ name: "__Host-pause-motion", value: "on", secure: true }),
    );

  front.close();
  sibling.close();
  await server.kill();
  await upstream.stop();
});

import { expect, it } from "vitest";
import { allowDeletions, CODE, json, PAGE } from "../support/deletion-site";
import { FormClient } from "../support/form-client";
import { MESSAGE, SUBMIT, useServer } from "../support/use-server";

const POPUP = "/contactus?audience=individual";

const { server } = await useServer({ SITE_URL: "https://www.pulse.test" }, (upstream) => {
  allowDeletions(upstream);
  upstream.set(SUBMIT, json({ success: true, message: "Email sent" }));
});

const setCookiesOf = ({ headers }: { headers: Headers }) => headers.getSetCookie();

it("every cookie of an https site is Secure and has the __Host- prefix", async () => {
  const client = new FormClient(server.url);
  await client.open(PAGE);
  await client.press("Send OTP", { phone: "9810000001" });
  await client.press("Verify OTP", { otp: CODE });
  await client.press("Delete Account", { reason: "Privacy concerns" });
  await client.press("Delete");
  await client.send("POST", "/pulsescout/dashboard/theme", new URLSearchParams({ theme: "night" }));
  await client.open(POPUP);
  await client.press("Send", MESSAGE);
  const cookies = client.visits.flatMap(setCookiesOf);
  const names = new Set(cookies.map((cookie) => cookie.split("=")[0]));
  expect([...names].sort()).toEqual(
    ["contact-sent", "loader", "pulse-deletion", "theme", "toast"].map((name) => `__Host-${name}`),
  );
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).toMatch(/; Secure(;|$)/);
    expect(cookie).not.toMatch(/domain=/i);
  }
});

it("a HEAD request does not consume the one-time messages of the next page", async () => {
  const client = new FormClient(server.url);
  await client.send("POST", POPUP, new URLSearchParams(MESSAGE));
  const count = async (method: string) => setCookiesOf(await client.send(method, POPUP)).length;
  expect([await count("HEAD"), await count("GET")]).toEqual([0, 2]);
});

import { expect, it } from "vitest";
import { allowDeletions, CODE, PAGE } from "../support/deletion-site";
import { FormClient } from "../support/form-client";
import { useServer } from "../support/use-server";

const { server } = await useServer({ SITE_URL: "https://www.pulse.test" }, allowDeletions);

const setCookiesOf = ({ headers }: { headers: Headers }) => headers.getSetCookie();

it("every cookie of an https site is Secure and has the __Host- prefix", async () => {
  const client = new FormClient(server.url);
  await client.open(PAGE);
  await client.press("Send OTP", { phone: "9810000001" });
  await client.press("Verify OTP", { otp: CODE });
  await client.press("Delete Account", { reason: "Privacy concerns" });
  await client.press("Delete");
  await client.send("POST", "/pulsescout/dashboard/theme", new URLSearchParams({ theme: "night" }));
  const cookies = client.visits.flatMap(setCookiesOf);
  const names = new Set(cookies.map((cookie) => cookie.split("=")[0]));
  expect([...names].sort()).toEqual(
    ["loader", "pulse-deletion", "theme", "toast"].map((name) => `__Host-${name}`),
  );
  for (const cookie of cookies) {
    expect(cookie).toMatch(/; Path=\/(;|$)/);
    expect(cookie).toMatch(/; Secure(;|$)/);
    expect(cookie).not.toMatch(/domain=/i);
  }
});

it("a HEAD request does not consume the one-time messages of the next page", async () => {
  const client = new FormClient(server.url);
  const form = new URLSearchParams({ intent: "send", phone: "9810000002" });
  await client.send("POST", PAGE, form);
  const count = async (method: string) => setCookiesOf(await client.send(method, PAGE)).length;
  expect([await count("HEAD"), await count("GET")]).toEqual([0, 1]);
});

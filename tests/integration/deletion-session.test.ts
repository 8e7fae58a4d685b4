import { afterAll, expect, it } from "vitest";
import { startBuiltServer, type BuiltServerOptions } from "../support/built-server";
import { allowDeletions, CODE, PAGE } from "../support/deletion-site";
import { FaultyUpstream } from "../support/faulty-upstream";
import { FormClient } from "../support/form-client";

const OLD = "an old secret that is long enough to be used";
const NEW = "a new secret that is long enough to be used";

const upstream = await FaultyUpstream.start();
allowDeletions(upstream);
afterAll(() => upstream.stop());

const start = (under: NonNullable<BuiltServerOptions["under"]>, SESSION_SECRET: string) =>
  startBuiltServer({ under, env: { ...upstream.settings, SESSION_SECRET } });

it("a deletion continues after a restart with a rotated secret, and finishes under plain remix-serve", async () => {
  const before = await start("main", OLD);
  const client = new FormClient(before.url);
  await client.open(PAGE);
  await client.press("Send OTP", { phone: "9700000001" });
  await before.kill();

  const after = await start("remix-serve", `${NEW},${OLD}`);
  const continued = new FormClient(after.url, undefined, client.cookies);
  await continued.open(PAGE);
  await continued.press("Verify OTP", { otp: CODE });
  await continued.press("Delete Account", { reason: "Privacy concerns" });
  const receipt = await continued.press("Delete");
  expect(receipt.html).toContain("Account Deleted Successfully");
  expect(receipt.headers.get("Clear-Site-Data")).toBe('"storage"');
  await after.kill();
});

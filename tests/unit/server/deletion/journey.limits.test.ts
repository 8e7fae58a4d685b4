import { beforeEach, expect, it, vi } from "vitest";
import { createSite, failing, http, notSent, PHONE, START, timeout } from "./deletion-visitor";

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date"] }));

it("five wrong codes end the OTP session, and so do ten tries; a new code begins anew", async () => {
  for (const [tries, error, id] of [
    [5, http(400), "limit.codes"],
    [10, timeout, "limit.tries"],
  ] as const) {
    const site = createSite();
    const browser = site.browser();
    await browser.reachCode();
    failing(site, "verifyOtp", notSent); // counts nowhere
    for (let count = 0; count < 10; count += 1) await browser.presses("verify", { otp: "111111" });
    failing(site, "verifyOtp", error);
    const statuses: number[] = [];
    for (let count = 1; count <= tries + 1; count += 1) {
      const { status, page } = await browser.presses("verify", { otp: "111111" });
      statuses.push(status);
      if (count >= tries)
        expect(page.problem).toMatchObject({ message: id, retryAt: START + 60_000 });
    }
    expect((await browser.opens()).problem).toMatchObject({ retryAt: START + 60_000 });
    expect(statuses.slice(-2)).toEqual([429, 429]);
    expect(statuses.slice(0, -2)).not.toContain(429);
    vi.setSystemTime(START + 61_000);
    // The auth API repeats its session id.
    expect((await browser.presses("resend")).page.place).toMatchObject({ triesLeft: 5 });
    vi.setSystemTime(START);
  }
});

it("codes are limited by phone and by client address, and a limit has a Retry-After", async () => {
  const site = createSite();
  await site.browser().reachCode();
  const answer = await site.browser().presses("send", { phone: `+91 ${PHONE}` });
  expect(answer).toMatchObject({
    status: 429,
    page: { problem: { message: "limit.minute" } },
  });
  expect(answer.headers.get("Retry-After")).toBe("60");
  for (let count = 1; count < 5; count += 1) {
    vi.setSystemTime(START + count * 61_000);
    expect((await site.browser().reachCode()).status).toBe(303);
  }
  vi.setSystemTime(START + 305_000);
  const hour = await site.browser().reachCode();
  expect(hour).toMatchObject({ status: 429, page: { problem: { retryAt: START + 3_600_000 } } });
  failing(site, "sendOtp", http(400));
  for (let count = 5; count < 60; count += 1) {
    const status = (await site.browser().reachCode(`98765${String(count).padStart(5, "0")}`))
      .status;
    expect(status === 400 || status === 429).toBe(true);
  }
  const network = await site.browser().reachCode("9123456789");
  expect(network.page.problem?.message).toBe("limit.network");
  failing(site, "sendOtp", timeout);
  for (let other = 0; other <= 20; other += 1) {
    site.client.clientAddress = `198.51.100.${other}`;
    const { page } = await site.browser().reachCode("9123456789");
    const said = other < 20 ? { note: "send.may-be-sent" } : { message: "limit.number" };
    expect(page.problem).toMatchObject({ ...said, retryAt: expect.any(Number) as number });
  }
});

it("a number is left alone for as long as the auth API asks, and no other number is", async () => {
  const site = createSite();
  failing(site, "sendOtp", http(429, "", 120_000));
  await site.browser().reachCode();
  site.api.sendOtp = () => Promise.resolve({ sessionId: "one", deletedBefore: null });
  expect((await site.browser().reachCode("9123456789")).status).toBe(303);
  vi.setSystemTime(START + 61_000);
  const { page } = await site.browser().reachCode();
  expect(page.problem).toMatchObject({ message: "limit.send", retryAt: START + 120_000 });
  vi.setSystemTime(START + 120_000);
  expect((await site.browser().reachCode()).status).toBe(303);
});

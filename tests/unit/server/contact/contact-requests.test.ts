import { beforeEach, expect, it, vi } from "vitest";
import { asciiEmail, createContact } from "server/contact/contact-requests.server";
import { createLimits } from "server/limits/limits.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import type { ContactForm } from "server/upstream/contact-form.server";
import { UpstreamError } from "server/upstream/upstream-error.server";

const START = Date.UTC(2026, 0, 1);
const MESSAGE = {
  first_name: "Meera",
  last_name: "Iyer",
  email: "meera@example.com",
  message: "Hello",
};

beforeEach(() => void vi.useFakeTimers({ now: START, toFake: ["Date"] }));

function createSite() {
  const submit = vi.fn<ContactForm["submit"]>(() => Promise.resolve());
  const warn = vi.fn();
  const contact = createContact({
    contactForm: { submit },
    limits: createLimits(),
    logger: { info: vi.fn(), warn },
  });
  const post = (fields: Record<string, string> = {}) => {
    const body = new URLSearchParams({ ...MESSAGE, ...fields });
    const request = new Request("https://pulse.example/contactus", { method: "POST", body });
    const context = { ...sharedContext("r"), clientAddress: "203.0.113.7" };
    return withRequestContext(context, () => contact.answer(request));
  };
  return { submit, warn, post };
}

const failure = (status: number, message = "", retryAfterMs?: number) =>
  new UpstreamError("http", message, { status, retryAfterMs });

it("a message is sent once for equal presses within a minute, and its fields are empty then", async () => {
  const { submit, post } = createSite();
  const [first, second] = await Promise.all([post({ press: "a" }), post({ press: "a" })]);
  expect([first.status, second.status]).toEqual([200, 200]);
  expect(first).toMatchObject({ typed: {}, message: null, problems: [] });
  expect(submit).toHaveBeenCalledExactlyOnceWith(MESSAGE);
  vi.setSystemTime(START + 59_999);
  await post({ press: "a" });
  expect(submit).toHaveBeenCalledOnce();
  await post({ press: "a", message: "Another" });
  vi.setSystemTime(START + 60_000);
  await post({ press: "a" });
  await post({ press: "b" });
  expect(submit).toHaveBeenCalledTimes(4);
});

it("a fault of ours is no answer to the next equal press", async () => {
  const { submit, post } = createSite();
  submit.mockRejectedValueOnce(new Error("a fault"));
  await expect(post({ press: "a" })).rejects.toThrow("a fault");
  expect((await post({ press: "a" })).status).toBe(200);
});

it.each<[string, Error, number, string | null]>([
  ["declined with words", failure(422, "Bad mail"), 502, "Bad mail"],
  ["declined without words", failure(400), 502, "Something went wrong."],
  ["lost", new UpstreamError("timeout", ""), 502, "Something went wrong."],
  ["limited", failure(429, "", 30_000), 429, null],
  ["not sent for lack of room", new UpstreamError("busy", "", { retryAfterMs: 5000 }), 503, null],
])(
  "a message that is %s keeps what was typed, and is logged",
  async (_, error, status, message) => {
    const { submit, warn, post } = createSite();
    submit.mockRejectedValue(error);
    const answer = await post({ press: "a" });
    expect(answer).toMatchObject({ status, message, typed: MESSAGE });
    expect(answer.retryAt === null).toBe(status === 502);
    expect(warn).toHaveBeenCalledOnce();
    // No further call is sent before the time that was named.
    await post({ press: answer.press });
    expect(submit).toHaveBeenCalledTimes(status === 429 ? 1 : 2);
  },
);

it("five accepted messages and twenty tries an hour are sent from an address", async () => {
  const accepted = createSite();
  for (let count = 0; count < 5; count += 1) expect((await accepted.post()).status).toBe(200);
  expect(await accepted.post()).toMatchObject({ status: 429, retryAt: START + 3_600_000 });
  const tried = createSite();
  tried.submit.mockRejectedValue(failure(422));
  for (let count = 0; count < 20; count += 1) expect((await tried.post()).status).toBe(502);
  expect(await tried.post()).toMatchObject({ status: 429, typed: MESSAGE });
  expect(tried.submit).toHaveBeenCalledTimes(20);
});

it("nothing is sent with an empty field, a wrong address or a filled hidden field", async () => {
  const { submit, post } = createSite();
  expect(await post({ first_name: " ", email: "meera@" })).toMatchObject({
    status: 400,
    problems: [{ field: "first_name", message: "First name is required." }, { field: "email" }],
    typed: { email: "meera@" },
  });
  expect(await post({ detour: "spam" })).toMatchObject({
    status: 400,
    problems: [{ field: null }],
  });
  expect(submit).not.toHaveBeenCalled();
});

it("addresses are those of browsers, and sent with their domain in ASCII", async () => {
  const { submit, post } = createSite();
  await post({ email: " info@münchen.de" });
  expect(submit).toHaveBeenCalledWith({ ...MESSAGE, email: "info@xn--mnchen-3ya.de" });
  for (const wrong of ["a", "a@", "@b", "a b@c", "a@b..c", `${"x".repeat(250)}@b.de`]) {
    expect(asciiEmail(wrong)).toBeNull();
  }
});

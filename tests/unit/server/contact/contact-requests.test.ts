import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  asciiEmail,
  contactProblems,
  createContact,
  readContactForm,
} from "server/contact/contact-requests.server";
import { createLimits } from "server/limits/limits.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import type { Redis } from "server/redis/redis.server";

const complete = {
  first_name: "Meera",
  last_name: "Iyer",
  email: "meera.iyer@example.com",
  message: "Which road?",
};

describe("the contact form's checks", () => {
  it.each(["first_name", "last_name", "email", "message"] as const)("require %s", (field) => {
    for (const empty of ["", " \n\t"]) {
      const problems = contactProblems({ ...complete, [field]: empty });
      expect(problems.map((problem) => problem.field)).toEqual([field]);
    }
  });

  it.each(["a@b", "a.b+c@sub.example.co", "!#$%&'*+/=?^_`{|}~-@x.y"])(
    "accept the address %s",
    (email) => {
      expect(contactProblems({ ...complete, email })).toEqual([]);
    },
  );

  it.each([
    ["info@münchen.de", "info@xn--mnchen-3ya.de"],
    ["a@例え.テスト", "a@xn--r8jz45g.xn--zckzah"],
    ["A@Example.com", "A@Example.com"],
  ])("accept the domain of %s and convert it as mail servers do", (email, ascii) => {
    expect(contactProblems({ ...complete, email })).toEqual([]);
    expect(asciiEmail(email)).toBe(ascii);
  });

  it.each([
    "a",
    "a@",
    "@b",
    "a b@c.d",
    "a@b..c",
    "a@-b.c",
    "a@b.c\n",
    "a@b@c",
    "ä@b.c",
    "a@ü/b.c",
    "a@ü b",
    "a@ü..c",
    "a@xn--ü",
  ])("refuse the address %j", (email) => {
    expect(contactProblems({ ...complete, email }).map(({ field }) => field)).toEqual(["email"]);
  });

  it("keep typed texts unchanged, except for spaces around the address", () => {
    fc.assert(
      fc.property(fc.string(), fc.string(), fc.string(), (first_name, last_name, message) => {
        const data = new FormData();
        const fields = { first_name, last_name, message, email: " meera@example.com " };
        for (const [name, value] of Object.entries(fields)) data.set(name, value);
        const { typed, honeypot } = readContactForm(data);
        expect(typed).toEqual({ first_name, last_name, email: "meera@example.com", message });
        expect(honeypot).toBe("");
      }),
    );
  });

  it("read a file in a text field as empty", () => {
    const data = new FormData();
    data.set("first_name", new Blob(["x"]));
    expect(readContactForm(data).typed.first_name).toBe("");
  });
});

it("a message is reported as possibly sent when the stored answer of another instance cannot be read", async () => {
  const script = () => Promise.resolve(["landed", "unreadable"]);
  const contact = createContact({
    contactForm: { submit: () => Promise.reject(new Error("the other instance submits it")) },
    limits: createLimits(),
    redis: { script } as Partial<Redis> as Redis, // idempotent calls use this method only
    logger: { info: () => undefined, warn: () => undefined },
  });
  const body = new URLSearchParams(complete);
  const request = new Request("http://localhost/contactus", { method: "POST", body });
  const answer = withRequestContext(sharedContext("a request"), () =>
    contact.answer(request, 0, "It may have arrived."),
  );
  const typed = complete;
  expect(await answer).toMatchObject({ status: 502, message: "It may have arrived.", typed });
});

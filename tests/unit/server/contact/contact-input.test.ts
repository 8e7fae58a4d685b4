import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { contactProblems, readContactForm } from "server/contact/contact-input.server";

const complete = {
  first_name: "Meera",
  last_name: "Iyer",
  email: "meera.iyer@example.com",
  message: "Which road?",
};

describe("the contact form's checks", () => {
  it.each(["first_name", "last_name", "email", "message"] as const)("want %s", (field) => {
    for (const empty of ["", " \n\t"]) {
      const problems = contactProblems({ ...complete, [field]: empty });
      expect(problems.map((problem) => problem.field)).toEqual([field]);
    }
  });

  it.each(["a@b", "a.b+c@sub.example.co", "!#$%&'*+/=?^_`{|}~-@x.y"])(
    "take the mail %s",
    (email) => {
      expect(contactProblems({ ...complete, email })).toEqual([]);
    },
  );

  it.each(["a", "a@", "@b", "a b@c.d", "a@b..c", "a@-b.c", "a@b.c\n", "a@b@c", "ä@b.c"])(
    "refuse the mail %j",
    (email) => {
      expect(contactProblems({ ...complete, email }).map(({ field }) => field)).toEqual(["email"]);
    },
  );

  it("keep what was typed as it was typed, but for spaces around the mail", () => {
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

  it("read a file in the place of a text as nothing", () => {
    const data = new FormData();
    data.set("first_name", new Blob(["x"]));
    expect(readContactForm(data).typed.first_name).toBe("");
  });
});

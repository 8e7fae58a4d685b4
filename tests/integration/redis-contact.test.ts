import { describe, expect, it } from "vitest";
import { createContact } from "server/contact/contact-requests.server";
import { createLimits } from "server/limits/limits.server";
import { createSharedCounters } from "server/limits/shared-counters.server";
import { impersonalContext, withRequestContext } from "server/process/request-context.server";
import { redisMissing } from "../support/redis-server";
import { silent, useRedis } from "../support/use-redis";

const typed = {
  first_name: "Meera",
  last_name: "Iyer",
  email: "meera@example.com",
  message: "Hello",
};

describe.skipIf(redisMissing)("a message to two instances", () => {
  const redis = useRedis();

  it("is sent once when its form is posted to both, and told as sent by both", async () => {
    const sent: string[] = [];
    let arrive = () => {};
    const arrived = new Promise<void>((resolve) => (arrive = resolve));
    const contactForm = {
      submit: ({ message }: typeof typed) => {
        sent.push(message);
        return arrived;
      },
    };
    const instance = async () => {
      const connection = await redis.connect();
      const limits = createLimits(createSharedCounters(connection, silent));
      return createContact({ contactForm, limits, redis: connection, logger: silent });
    };
    const [one, two] = [await instance(), await instance()];
    const press = (contact: typeof one, message = typed.message) => {
      const body = new URLSearchParams({ ...typed, message });
      const headers = { "Sec-Fetch-Dest": "document", "Sec-Fetch-Mode": "navigate" };
      const request = new Request("http://localhost/contactus", { method: "POST", body, headers });
      return withRequestContext(impersonalContext("a request"), () =>
        contact.answer(request, 0, ""),
      );
    };
    const first = press(one);
    await expect.poll(() => sent).toEqual(["Hello"]);
    const second = press(two);
    const other = press(two, "Something else");
    await expect.poll(() => sent).toEqual(["Hello", "Something else"]);
    arrive();
    expect(await Promise.all([first, second, other])).toEqual(Array(3).fill("sent"));
    // A press that left the browser before the page came.
    expect(await press(two)).toBe("sent");
    expect(sent).toHaveLength(2);
  });
});

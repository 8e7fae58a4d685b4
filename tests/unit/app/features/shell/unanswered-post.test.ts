import { describe, expect, it, vi } from "vitest";
import { isUnanswered, orUnanswered, RefusedError } from "~/features/shell/unanswered-post";

const post = (intent?: string) =>
  new Request("https://pulse.test/contactus.data", {
    method: "POST",
    body: new URLSearchParams(intent === undefined ? {} : { intent }),
  });

const failing = (error: unknown) => vi.fn<() => Promise<Response>>().mockRejectedValue(error);

describe("a posted form whose answer is lost", () => {
  it.each([
    ["no connection", new TypeError("Failed to fetch"), null],
    ["an answer cut off", new Error("Unable to decode turbo-stream response"), null],
    ["a refusal of the server", new RefusedError("busy"), "busy"],
  ])("gives the page a 503 that names the form: %s", async (_why, error, refusal) => {
    const answer = await orUnanswered(post("delete"), failing(error));
    // A status of an error keeps Remix from loading the page's data anew.
    expect(answer.status).toBe(503);
    const body: unknown = await answer.json();
    expect(body).toEqual({ unanswered: true, refusal, intent: "delete" });
    expect(isUnanswered(body)).toBe(true);
  });

  it("names no intent where the page has one form", async () => {
    const lost = new TypeError("Failed to fetch");
    const answer = await orUnanswered(post(), failing(lost));
    expect(await answer.json()).toMatchObject({ intent: null });
  });

  it("leaves answers, redirects and errors of the server as they are", async () => {
    expect(await orUnanswered(post(), () => Promise.resolve({ message: "no" }))).toEqual({
      message: "no",
    });
    const redirect = new Response(null, { status: 303 });
    await expect(orUnanswered(post(), failing(redirect))).rejects.toBe(redirect);
    const fault = new Error("Unexpected Server Error");
    await expect(orUnanswered(post(), failing(fault))).rejects.toBe(fault);
    expect([null, undefined, "text", { message: "no" }].map(isUnanswered)).toEqual(
      Array(4).fill(false),
    );
  });
});

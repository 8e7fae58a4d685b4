import { describe, expect, it } from "vitest";
import type { Behaviour } from "../support/faulty-upstream";
import { CODE, DELETE, says, SEND, useDeletionSite, VERIFY } from "../support/deletion-site";

const site = useDeletionSite();

describe("what the page says when a call fails", () => {
  const cases: [string, Behaviour, Record<"Send OTP" | "Verify OTP" | "Delete", string>, number][] =
    [
      [
        "with the server's words",
        says(422, { message: "Not on WhatsApp" }),
        {
          "Send OTP": "Not on WhatsApp",
          "Verify OTP": "Not on WhatsApp",
          Delete: "Not on WhatsApp",
        },
        400,
      ],
      [
        "with success: false",
        { kind: "failure", error: "Try tomorrow" },
        { "Send OTP": "Try tomorrow", "Verify OTP": "Try tomorrow", Delete: "Try tomorrow" },
        400,
      ],
      [
        "without words",
        says(500),
        {
          "Send OTP": "Failed to send OTP",
          "Verify OTP": "Invalid OTP",
          Delete: "Failed to delete account",
        },
        502,
      ],
      [
        "without an answer",
        { kind: "reset" },
        {
          "Send OTP": "Failed to send OTP. Please try again.",
          "Verify OTP": "Failed to verify OTP. Please try again.",
          Delete: "Failed to delete account. Please try again.",
        },
        502,
      ],
      [
        "with something else",
        { kind: "html" },
        {
          "Send OTP": "Failed to send OTP",
          "Verify OTP": "Invalid OTP",
          Delete: "Failed to delete account",
        },
        502,
      ],
    ];

  it.each(cases)("%s", async (_, behaviour, texts, status) => {
    const steps = [
      {
        client: await site.visitor(),
        path: SEND,
        button: "Send OTP",
        fields: { phone: site.newPhone() },
      },
      { client: await site.atCode(), path: VERIFY, button: "Verify OTP", fields: { otp: CODE } },
      { client: await site.atConfirm(), path: DELETE, button: "Delete", fields: {} },
    ] as const;
    for (const { client, path, button, fields } of steps) {
      const before = site.upstream.count(path);
      site.upstream.set(path, behaviour);
      const answer = await client.press(button, fields);
      expect(answer.status).toBe(status);
      expect(answer.html).toContain(`>${texts[button]}<`);
      expect(answer.html).toContain('role="alert"');
      expect(site.upstream.count(path)).toBe(before + 1);
      site.healthy();
      const again = await client.press(button, fields);
      // What may have reached the phone counts, and a minute has not passed.
      const counts = button === "Send OTP" && status === 502;
      expect(again.status).toBe(counts ? 429 : 200);
    }
  });

  it("says so at the field and in a summary that links to it, and keeps what was typed", async () => {
    const client = await site.visitor();
    const answer = await client.press("Send OTP", { phone: "90000" });
    expect(answer.status).toBe(400);
    expect(answer.html).toMatch(
      /<a [^>]*href="#phone"[^>]*>Please enter a valid phone number<\/a>/,
    );
    expect(answer.html).toMatch(/<input[^>]*id="phone"[^>]*value="90000"/);
    expect(answer.html).toMatch(
      /<input[^>]*aria-invalid="true"[^>]*aria-describedby="[^"]*phone-problem/,
    );
    expect(site.upstream.calls).toHaveLength(0);

    const code = await site.atCode();
    const short = await code.press("Verify OTP", { otp: "12345" });
    expect(short.status).toBe(400);
    expect(short.html).toContain("Please enter a valid 6-digit OTP");
    expect(short.html).not.toContain("12345");

    const reasons = await site.atReasons();
    const none = await reasons.press("Delete Account");
    expect(none.status).toBe(400);
    expect(none.html).toContain("Please select at least one reason for deletion");
    const long = await reasons.press("Delete Account", {
      reason: "Others",
      others: "x".repeat(301),
    });
    expect(long.status).toBe(400);
    expect(long.html).toContain("Please use at most 300 characters");
    expect(site.upstream.count(DELETE)).toBe(0);
  });
});

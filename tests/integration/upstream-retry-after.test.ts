import { expect, it } from "vitest";
import { PAGE, SEND } from "../support/deletion-site";
import { FormClient, type Visit } from "../support/form-client";
import { SUBMIT, useServer } from "../support/use-server";

const CONTACT = "/contactus?audience=individual";
const RETRY_AFTER_S = 300;
const MESSAGE = {
  first_name: "Meera",
  last_name: "Iyer",
  email: "m@example.com",
  message: "Hello",
};

const { upstream, server } = await useServer();

/** A page without its scripts, whose data holds every text of the deletion. */
const shown = ({ html }: Visit) => html.replaceAll(/<script\b[^]*?<\/script>/g, "");

/** Expects the upstream's retry time in the page and in Retry-After. */
function expectTime(visit: Visit) {
  const seconds = Number(visit.headers.get("Retry-After"));
  expect(seconds).toBeGreaterThan(RETRY_AFTER_S - 60);
  expect(seconds).toBeLessThanOrEqual(RETRY_AFTER_S);
  const time = / at(?:<!-- -->)? (?:<time dateTime="([^"]+)"|(\d+ \w{3} \d{4}, [\d:]+ UTC))/;
  const [, moment, words = ""] = time.exec(visit.html) ?? [];
  const left = Date.parse(moment ?? words) - Date.now();
  expect(left).toBeGreaterThan((RETRY_AFTER_S - 60) * 1000);
  expect(left).toBeLessThan((RETRY_AFTER_S + 1) * 1000);
}

/** An upstream's path, the page on which it is asked, what is pressed there, the status, and the words. */
const ASKS: [path: string, page: string, press: [string, object] | null, number, says: string][] = [
  [
    "/trips/search",
    "/pulsescout/dashboard?tab=trip&q=busy",
    null,
    503,
    "HTTP error 429: Too Many Requests. You can try again at ",
  ],
  [SUBMIT, CONTACT, ["Send", MESSAGE], 429, "Too many messages. Try again at"],
  [
    SEND,
    PAGE,
    ["Send OTP", { phone: "9812000000" }],
    429,
    "Failed to send OTP: there are too many requests right now.",
  ],
];

it.each(ASKS)(
  "while %s answers 429, the page states its retry time, and no call is sent before it",
  async (path, page, press, status, says) => {
    const headers = { "retry-after": String(RETRY_AFTER_S) };
    upstream.set(path, { kind: "status", status: 429, headers });
    const client = new FormClient(server.url);
    if (press) await client.open(page);
    for (let time = 0; time < 2; time += 1) {
      const answer = await (press ? client.press(press[0], { ...press[1] }) : client.open(page));
      expect(answer.status).toBe(status);
      expect(shown(answer)).toContain(says);
      expectTime(answer);
    }
    expect(upstream.count(path)).toBe(1);
  },
);

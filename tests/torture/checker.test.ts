import { describe, expect, it } from "vitest";
import { check, rules } from "./checker";
import type { Event } from "./history";
import {
  at,
  call,
  dashboard,
  fault,
  page,
  people,
  pressDelete,
  request,
  sees,
  send,
  wrongCode,
} from "./forged-history";

const CODES = "no code beyond the limits";
const TRIES = "no try beyond the limits";
const TIMES = "whoever is over a limit is told when to try again";
const CONFIRMED = "no deletion without that person's confirmation";
const TWICE = "no second deletion for one confirmation";
const DOUBT = "a deletion whose answer was lost is said to be in doubt";
const RECEIPTS = "every receipt matches a deletion";
const OWN = "nobody sees what is somebody else's";
const THEME = "everybody has the theme of their own choice";
const LANGUAGE = "everybody has the language of their own choice";
const TOGETHER = "two presses of one form have one answer";
const FIGURES = "no figure is older than its label";
const ANSWERED = "every request is answered";

const slower = { to: at(1.5), retryAfter: "50" };

/** Histories that break a rule, and that rule alone. */
const broken: [string, string, Event[]][] = [
  [CODES, "a second code within a minute", [send(0), send(40)]],
  [
    CODES,
    "a fourth within a minute while Redis is away",
    [fault("failover", 5, 9), send(0), send(6), send(7), send(8)],
  ],
  [CODES, "a sixth within an hour", [0, 70, 140, 210, 280, 350].map((seconds) => send(seconds))],
  [
    CODES,
    "a sixty-first from one address",
    Array.from({ length: 61 }, (_, index) => send(index, { phone: `+91${index}` })),
  ],
  [TRIES, "a sixth wrong code", Array.from({ length: 6 }, (_, index) => wrongCode(index))],
  [
    TRIES,
    "an eleventh wrong code whose answer may have been lost",
    [
      fault("cut", 0, 12, { link: "auth" }),
      ...Array.from({ length: 11 }, (_, index) => wrongCode(index)),
    ],
  ],
  [
    TRIES,
    "an eleventh try",
    Array.from({ length: 11 }, (_, index) => wrongCode(index, { answer: "failed" })),
  ],
  [
    TRIES,
    "a sixth wrong code in one instance, although Redis is away",
    [fault("redis-late", 0, 9), ...Array.from({ length: 6 }, (_, index) => wrongCode(index))],
  ],
  [TIMES, "429 without a time", [request(0, { status: 429 })]],
  [CONFIRMED, "a deletion out of nothing", [call(0)]],
  [CONFIRMED, "somebody else's confirmation", [pressDelete(0, { person: 2 }), call(0.5)]],
  [CONFIRMED, "a confirmation that comes later", [call(0), pressDelete(1)]],
  [
    TWICE,
    "a double press of one form",
    [pressDelete(0), pressDelete(0), call(0.1), call(0.2, { answer: "refused", done: false })],
  ],
  [
    TWICE,
    "one press, two calls, the first of which was lost",
    [pressDelete(0), call(0.1, { answer: "withheld" }), call(0.5)],
  ],
  [
    TWICE,
    "a refusal that is not taken for an answer",
    [
      pressDelete(0),
      pressDelete(0),
      call(0.1, { answer: "refused", done: false }),
      call(0.5, { answer: "refused", done: false }),
    ],
  ],
  [
    DOUBT,
    "a lost answer that is told as a plain failure",
    [
      pressDelete(0, { status: 502, seen: { ...page, alert: "Failed to delete account" } }),
      call(0.5, { answer: "withheld" }),
    ],
  ],
  [RECEIPTS, "a receipt of no deletion", [sees(0, { receipt: "DEL-AAAA-BBBB" })]],
  [
    RECEIPTS,
    "a receipt before the deletion",
    [pressDelete(4), sees(0, { receipt: "DEL-AAAA-BBBB" }), call(4.5)],
  ],
  [
    RECEIPTS,
    "somebody else's receipt",
    [
      ...[pressDelete(0), call(0.5), sees(1, { receipt: "DEL-AAAA-BBBB" })],
      pressDelete(2, { person: 2 }),
      call(2.5, { person: 2, token: "token-2" }),
      sees(4, { receipt: "DEL-AAAA-BBBB" }, { person: 2 }),
    ],
  ],
  [OWN, "somebody else's words", [sees(0, { marks: ["mark-2-own"] })]],
  [OWN, "somebody else's number", [sees(0, { phones: ["002"] })]],
  [THEME, "a theme that nobody chose", [dashboard(0, { theme: "night" })]],
  [
    THEME,
    "the theme of before",
    [
      request(0, { method: "POST", status: 303, chosen: { theme: "night" } }),
      dashboard(2, { theme: "day" }),
    ],
  ],
  [LANGUAGE, "a language that nobody chose", [sees(0, { language: "hi" })]],
  [
    LANGUAGE,
    "the language of before",
    [sees(0, { language: "hi" }, { chosen: { language: "hi" } }), sees(2, { language: "en" })],
  ],
  [
    TOGETHER,
    "a limit that the same press has used up",
    [
      request(0, { method: "POST", intent: "send", key: "a page", status: 303 }),
      request(0, { ...slower, method: "POST", intent: "send", key: "a page", status: 429 }),
    ],
  ],
  [
    FIGURES,
    "a figure ten seconds older than its label",
    [dashboard(0, { figures: [{ trueAt: at(-30), label: at(-20) }] })],
  ],
  [
    FIGURES,
    "older than a wrong clock can make it",
    [
      fault("clock", -31, -20, { seconds: 45 }),
      dashboard(0, { figures: [{ trueAt: at(-30), label: at(30) }] }),
    ],
  ],
  [ANSWERED, "no answer", [request(0, { status: null, error: "closed" })]],
  [ANSWERED, "a crash", [request(0, { status: 500 })]],
  [ANSWERED, "the proxy alone, with nothing away", [request(0, { status: 503, byProxy: true })]],
  [ANSWERED, "a minute of waiting", [request(0, { to: at(60) })]],
  [
    ANSWERED,
    "two minutes of waiting for an instance that hangs",
    [fault("freeze", 0, 9), request(0, { to: at(120) })],
  ],
];

/** What may be, although it looks like it. */
const allowed: [string, Event[]][] = [
  ["a code after a minute", [send(0), send(61)]],
  ["a code after one that was clearly refused", [send(0, { answer: "refused" }), send(2)]],
  ["a code from each instance while Redis is away", [fault("failover", 1, 9), send(0), send(3)]],
  [
    "one more from an instance that was killed meanwhile",
    [fault("failover", 1, 9), fault("kill", 4, 5), ...[0, 3, 6, 8].map((s) => send(s))],
  ],
  [
    "another code from the same carrier's address",
    [send(0), send(1, { person: 2, phone: "+917000000002" })],
  ],
  [
    "a right code after four wrong ones",
    [...[0, 1, 2, 3].map((s) => wrongCode(s)), wrongCode(4, { answer: "ok", done: true })],
  ],
  [
    "a deletion that was lost, said, and tried again",
    [
      pressDelete(0, { status: 502, seen: { ...page, mayBeDeleted: true } }),
      call(0.5, { answer: "withheld" }),
      pressDelete(5, { status: 400, seen: { ...page, mayBeDeleted: true } }),
      call(5.5, { answer: "refused", done: false }),
    ],
  ],
  [
    "a refusal, and another press",
    [
      pressDelete(0, { status: 400 }),
      call(0.5, { answer: "refused", done: false }),
      pressDelete(5),
      call(5.5),
    ],
  ],
  [
    "a second call for an instance that died with the first",
    [pressDelete(0), fault("kill", 0.6, 4), pressDelete(2), call(0.5), call(2.5, { done: false })],
  ],
  [
    "a receipt, again and again",
    [
      ...[pressDelete(0), call(0.5)],
      ...[1, 5, 9].map((seconds) => sees(seconds, { receipt: "DEL-AAAA-BBBB" })),
    ],
  ],
  [
    "a limit that another form has used up, and the same form later",
    [
      request(0, { method: "POST", intent: "send", key: "a page", status: 303 }),
      request(0, { ...slower, method: "POST", intent: "send", key: "a tab", status: 429 }),
      request(9, { method: "POST", intent: "send", key: "a page", status: 429, retryAfter: "9" }),
    ],
  ],
  [
    "a sixth wrong code where the answer to the first may have been lost",
    [
      fault("cut", 0, 0.5, { link: "auth" }),
      ...Array.from({ length: 6 }, (_, index) => wrongCode(index)),
    ],
  ],
  [
    "a sixth wrong code in another instance while Redis is away",
    [
      ...[fault("redis-late", 0, 9), fault("moved", 3, 4)],
      ...Array.from({ length: 6 }, (_, index) => wrongCode(index)),
    ],
  ],
  [
    "a form that the browser sent again while instances could not ask each other",
    [
      ...[pressDelete(0, { status: null, error: "closed", sentAgain: true }), call(0.5)],
      ...[fault("failover", 0.6, 5), pressDelete(1, { status: 400 })],
      call(1.5, { answer: "refused", done: false }),
    ],
  ],
  ["one's own words and number", [sees(0, { marks: ["mark-1-own"], phones: ["001"] })]],
  [
    "a choice that was not taken",
    [request(0, { method: "POST", status: 502, chosen: { theme: "night" } }), dashboard(2, {})],
  ],
  [
    "a label by a clock that was wrong",
    [
      fault("clock", -31, -20, { seconds: 3600 }),
      dashboard(0, { figures: [{ trueAt: at(-30), label: at(3_571) }] }),
    ],
  ],
  [
    "an old figure that says so",
    [dashboard(0, { figures: [{ trueAt: at(-900), label: at(-899) }] })],
  ],
  [
    "the proxy, while an instance is dead",
    [fault("kill", -2, 3), request(0, { status: 502, byProxy: true })],
  ],
  ["the proxy's own limit", [request(0, { status: 429, retryAfter: "10" })]],
];

describe("the checker", () => {
  it.each(broken)("%s: finds %s", (rule, _what, events) => {
    expect([...new Set(check([...people, ...events]).map((one) => one.rule))]).toEqual([rule]);
  });

  it.each(allowed)("finds nothing wrong with %s", (_what, events) => {
    expect(check([...people, ...events])).toEqual([]);
  });

  it("is seen to fail by each of its rules", () => {
    expect([...new Set(broken.map(([rule]) => rule))].toSorted()).toEqual(
      Object.keys(rules).toSorted(),
    );
  });

  it("tells what it finds in order of time", () => {
    const found = check([...people, request(9, { status: 500 }), send(0), send(3)]);
    expect(found.map(({ rule }) => rule)).toEqual([CODES, ANSWERED]);
  });
});

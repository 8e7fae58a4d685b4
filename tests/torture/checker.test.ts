import { expect, it } from "vitest";
import { check, rules } from "./checker";
import type { CallEvent, Event, FaultEvent, PageFacts, RequestEvent } from "./history";

/** Histories of runs that never were; times are seconds. */
const at = (seconds: number) => Date.UTC(2026, 10, 23, 12) + seconds * 1_000;
const times = <T>(count: number, make: (index: number) => T) =>
  Array.from({ length: count }, (_, index) => make(index));

const people = [1, 2].map((person): Event => {
  const address = `10.1.1.${person}`;
  return { type: "person", person, phone: `+9170000000${person}`, mark: `mark-${person}`, address };
});

const request = (seconds: number, more: Partial<RequestEvent> = {}): RequestEvent => ({
  type: "request",
  person: 1,
  visit: 1,
  from: at(seconds),
  to: at(seconds + 1),
  method: "GET",
  path: "/pulsescout/delete-user",
  status: 200,
  ...more,
});
const sees = (seconds: number, facts: Partial<PageFacts>, more: Partial<RequestEvent> = {}) => {
  const page = { theme: null, language: null, phones: [], marks: [], receipt: null, figures: [] };
  return request(seconds, { seen: { ...page, mayBeDeleted: false, ...facts }, ...more });
};
const dashboard = (seconds: number, facts: Partial<PageFacts>) =>
  sees(seconds, facts, { path: "/pulsescout/dashboard?tab=trip" });
const press = (seconds: number, more: Partial<RequestEvent> = {}) => {
  const form = { method: "POST", intent: "delete", idempotencyKey: "one", status: 303 };
  return request(seconds, { ...form, ...more });
};

const call = (seconds: number, more: Partial<CallEvent> = {}): CallEvent => ({
  type: "call",
  call: "delete",
  at: at(seconds),
  person: 1,
  phone: "+91700000001",
  token: "token-1",
  done: true,
  answer: "ok",
  ...more,
});
const refused = { answer: "refused", done: false } as const;
const lost = { answer: "withheld" } as const;
const send = (seconds: number, more: Partial<CallEvent> = {}) =>
  call(seconds, { call: "send", ...more });
const wrongCode = (seconds: number, more: Partial<CallEvent> = {}) =>
  call(seconds, { call: "verify", otpSession: "otp-1", ...refused, ...more });
const fault = (kind: string, from: number, to: number): FaultEvent => {
  return { type: "fault", kind, from: at(from), to: at(to) };
};

const receipt = "DEL-AAAA-BBBB";

/** By the rule that it breaks, and that rule alone: a history. */
const broken: { [rule: string]: Event[] } = {
  "no code beyond the limits": [fault("failover", 5, 9), ...times(4, (n) => send(2 * n))],
  "no try beyond the limits": [fault("failover", 0, 9), ...times(6, wrongCode)],
  "whoever is over a limit is told when to try again": [request(0, { status: 429 })],
  "no deletion without that person's confirmation": [press(0, { person: 2 }), call(0.5)],
  "no second deletion for one confirmation": [press(0), call(0.1, lost), call(0.5)],
  "a deletion whose answer was lost is said to be in doubt": [
    press(0, { status: 502 }),
    call(0.5, lost),
  ],
  "every receipt matches a deletion": [
    ...[press(0), call(0.5), sees(1, { receipt })],
    ...[press(2, { person: 2 }), call(2.5, { person: 2, token: "token-2" })],
    sees(4, { receipt }, { person: 2 }),
  ],
  "nobody sees what is somebody else's": [sees(0, { marks: ["mark-2"] })],
  "everybody has the theme of their own choice": [
    press(0, { theme: "night" }),
    dashboard(2, { theme: "day" }),
  ],
  "everybody has the language of their own choice": [
    request(0, { language: "hi" }),
    sees(2, { language: "en" }),
  ],
  "two presses of one form have one answer": [
    press(0, { intent: "send" }),
    press(0, { intent: "send", to: at(1.5), status: 429, retryAfter: "50" }),
  ],
  "no figure is older than its label": [
    dashboard(0, { figures: [{ trueAt: at(-30), label: at(-20) }] }),
  ],
  "every request is answered": [fault("freeze", 0, 9), request(0, { to: at(120) })],
};

/** Exceptions that the rules make: what may be, although it looks wrong. */
const allowed: Event[][] = [
  // One more code from an instance that was killed while Redis was away.
  [...[fault("failover", 1, 9), fault("kill", 4, 5)], ...times(4, (index) => send(2 * index))],
  // A deletion that was lost, said to be in doubt, and tried again.
  [
    ...[sees(0, { mayBeDeleted: true }, press(0, { status: 502 })), call(0.5, lost)],
    ...[press(5), call(5.5, refused)],
  ],
];

it.each(Object.entries(broken))("finds what breaks the rule: %s", (rule, events) => {
  expect(new Set(check([...people, ...events]).map((one) => one.rule))).toEqual(new Set([rule]));
});

it("has a history for each rule, and finds nothing wrong with what the rules except", () => {
  expect(Object.keys(broken).toSorted()).toEqual(Object.keys(rules).toSorted());
  for (const events of allowed) expect(check([...people, ...events])).toEqual([]);
});

import type { CallEvent, Event, FaultEvent, PageFacts, PersonEvent, RequestEvent } from "./history";

/** Histories of a torture run that never was; times are seconds. */

const NOW = Date.UTC(2026, 10, 23, 12);
export const at = (seconds: number) => NOW + seconds * 1_000;

const person = (number: number): PersonEvent => ({
  type: "person",
  person: number,
  phone: `+91700000000${number}`,
  mark: `mark-${number}-own`,
  address: `10.1.1.${number}`,
});
export const people = [person(1), person(2)];

export const page: PageFacts = {
  headings: ["Delete your account"],
  alert: null,
  language: "en",
  theme: "day",
  phones: [],
  marks: [],
  receipt: null,
  mayBeDeleted: false,
  figures: [],
};

export function request(seconds: number, more: Partial<RequestEvent> = {}): RequestEvent {
  return {
    type: "request",
    person: 1,
    visit: 1,
    from: at(seconds),
    to: at(seconds + 1),
    method: "GET",
    path: "/pulsescout/delete-user",
    status: 200,
    ...more,
  };
}
export const sees = (
  seconds: number,
  facts: Partial<PageFacts>,
  more: Partial<RequestEvent> = {},
) => request(seconds, { seen: { ...page, ...facts }, ...more });
export const dashboard = (
  seconds: number,
  facts: Partial<PageFacts>,
  more: Partial<RequestEvent> = {},
) =>
  sees(seconds, { theme: "system", ...facts }, { path: "/pulsescout/dashboard?tab=trip", ...more });
export const pressDelete = (seconds: number, more: Partial<RequestEvent> = {}) =>
  request(seconds, { method: "POST", intent: "delete", key: "a page", status: 303, ...more });

export function call(seconds: number, more: Partial<CallEvent> = {}): CallEvent {
  return {
    type: "call",
    call: "delete",
    at: at(seconds),
    person: 1,
    phone: "+917000000001",
    token: "token-1",
    done: true,
    answer: "ok",
    ...more,
  };
}
export const send = (seconds: number, more: Partial<CallEvent> = {}) =>
  call(seconds, { call: "send", token: undefined, ...more });
export const wrongCode = (seconds: number, more: Partial<CallEvent> = {}) =>
  call(seconds, {
    call: "verify",
    otpSession: "otp-1",
    done: false,
    answer: "refused",
    ...more,
  });

export const fault = (
  kind: string,
  from: number,
  to: number,
  more: Partial<FaultEvent> = {},
): Event => ({
  type: "fault",
  kind,
  from: at(from),
  to: at(to),
  ...more,
});

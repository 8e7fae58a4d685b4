import { expect, it, vi } from "vitest";
import { asciiEmail } from "server/contact/contact-requests.server";
import { readReasons, toCode, toE164 } from "server/deletion/form-fields.server";
import { chooseLanguage } from "server/http/visit.server";
import { codingFor } from "server/http/made-pages.server";
import { loggedPath } from "server/process/logger.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import { createToasts } from "server/session/toasts.server";
import { readReferralCode } from "server/referral/referral-code.server";
import {
  accountDeletedSchema,
  codeSentSchema,
  codeVerifiedSchema,
} from "server/upstream/auth-api.server";
import {
  figure,
  instant,
  mandatoryFigure,
  percentage,
  text,
} from "server/upstream/contracts/fields.server";
import { wordsIn } from "server/upstream/answer.server";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";
import { csvDisposition } from "server/dashboard/csv-file-name.server";

it.each([
  ["2025-08-19 10:00:00+00", Date.UTC(2025, 7, 19, 10)],
  ["2025-08-19 10:00:00.123456+05:30", Date.UTC(2025, 7, 19, 4, 30, 0, 123)],
  ["2025-08-19 10:00:00 -0330", Date.UTC(2025, 7, 19, 13, 30)],
  ["2025-08-19 10:00:00 UTC", Date.UTC(2025, 7, 19, 10)],
  ["2025-08-19T10:00:00,5Z", Date.UTC(2025, 7, 19, 10, 0, 0, 500)],
  ["20250819T100000Z", Date.UTC(2025, 7, 19, 10)],
  ["20250819T1000+0530", Date.UTC(2025, 7, 19, 4, 30)],
  ["20250819", Date.UTC(2025, 7, 19)],
  ["2025-08-19T24:00:00Z", Date.UTC(2025, 7, 20)],
  ["2024-02-29", Date.UTC(2024, 1, 29)],
  ["1755597600000", 1_755_597_600_000],
])("the moment %s is read", (input, time) => expect(instant.parse(input)).toBe(time));

it.each([
  "0000-00-00",
  "0001-01-01T00:00:00Z",
  "1970-01-01T00:00:00Z",
  "2025-02-30",
  "2025-13-01",
  "2025-08-19 25:00:00",
  "2025-08-19T10:00:00+99",
  "9999-12-31T23:59:59Z",
  "+020250-08-19",
  "yesterday",
  0,
  253_402_300_799_000,
])("the moment %s is invalid and read as unknown", (input) => {
  expect(instant.parse(input)).toBeNull();
});

it("the auth API's moments and ids are read in the same way", () => {
  const read = (deleted_at: unknown, sessionId: unknown = null) =>
    codeSentSchema.parse({ sessionId, warning: { action: "reactivation_available", deleted_at } });
  const deletedAt = Date.UTC(2025, 7, 19, 5);
  expect(read("2025-08-19 10:00:00+05").deletedBefore).toEqual({ deletedAt });
  expect(read("1999-01-01", "").deletedBefore).toEqual({ deletedAt: null });
  expect(read(null, "9007199254740993").sessionId).toBe("9007199254740993");
  expect(codeVerifiedSchema.parse({ action: "login", token: 42 })).toMatchObject({ token: "42" });
});

it("a deletion's moment that cannot be is stated, but unknown", () => {
  const read = (fields: object) =>
    accountDeletedSchema.parse({ message: "Account deleted successfully", ...fields });
  expect(read({})).toEqual({ isStated: false, deletedAt: null });
  expect(read({ deleted_at: "yesterday" })).toEqual({ isStated: true, deletedAt: null });
  const deletedAt = Date.UTC(2025, 7, 19, 5);
  expect(read({ deletedAt })).toEqual({ isStated: true, deletedAt });
});

it.each([
  [{ success: false, error: "fleet unknown" }, "fleet unknown"],
  [{ error: { message: "fleet\nunknown" } }, "fleet unknown"],
  [{ message: "", error: "second" }, "second"],
  [{ message: "done", data: { message: "in the envelope" } }, "in the envelope"],
  [{ error: { code: 7 } }, null],
  ["text", null],
  [[], null],
])("the words in the body %j are %j", (body, words) => expect(wordsIn(body)).toBe(words));

const LENGTH = 64 * 1024;
const worst: Record<string, string> = {
  digits: `${"1".repeat(LENGTH - 1)}x`,
  "signed digits": `+${"1".repeat(LENGTH)}%x`,
  spaces: `x${" ".repeat(LENGTH - 2)}x`,
  "only spaces": " ".repeat(LENGTH),
  "combining marks": "\u0301\u0316".repeat(LENGTH / 2),
  "control characters": "\u0000".repeat(LENGTH),
  hyphens: "-".repeat(LENGTH),
  "question marks": `/pulsescout/dashboard?tab=trip&q=${"?".repeat(LENGTH)}`,
};
const inUrl = (name: string) => (value: string) =>
  parseDashboardState(new URLSearchParams({ tab: "trip", [name]: value }));
const toasts = createToasts({ sessionSecrets: ["secret"] });
const readers: Record<string, (value: string) => unknown> = {
  figure: (value) => figure.safeParse(value),
  mandatoryFigure: (value) => mandatoryFigure.safeParse(value),
  percentage: (value) => percentage.safeParse(value),
  instant: (value) => instant.safeParse(value),
  text: (value) => text(40).safeParse(value),
  "an error message": (value) => wordsIn({ message: value }),
  "a search": inUrl("q"),
  "a search's file name": (value) => csvDisposition(["trips", inUrl("q")(value).q]),
  "a country": inUrl("country"),
  "a day": inUrl("date"),
  "a page": inUrl("page"),
  "a referral code": (value) => readReferralCode(`/ref/${value}`),
  "a phone number": toE164,
  "a one-time code": toCode,
  "an email address": asciiEmail,
  "the text of a reason": (value) => readReasons(["others"], value),
  "a path in the log": (value) => loggedPath(`/${value}`, false),
  "Accept-Encoding": codingFor,
  "Accept-Language": (accepted) =>
    chooseLanguage("/", { "accept-language": accepted }, false, ["en", "hi"]),
  "a cookie": (value) => toasts.isWaiting(`toast=${value}`),
};

it.each(Object.entries(readers))(
  "%s cuts or refuses 64 KB before a regular expression or a normalisation reads it",
  (_name, read) => {
    // `test`, `match`, `replace` and `split` call `exec`, too.
    const exec = vi.spyOn(RegExp.prototype, "exec");
    const normalize = vi.spyOn(String.prototype, "normalize");
    for (const value of Object.values(worst))
      withRequestContext(sharedContext("r"), () => read(value));
    // zod counts the characters of a long text in one linear scan.
    const isOurs = (regex: RegExp) => regex.source !== String.raw`[\uD800-\uDBFF]`;
    const ownCalls = exec.mock.calls.filter((_, index) =>
      isOurs(exec.mock.contexts[index] as RegExp),
    );
    const texts = [...ownCalls.map(([text]) => text), ...normalize.mock.contexts];
    vi.restoreAllMocks();
    const lengths = texts.map((text) => String(text).length);
    expect(Math.max(0, ...lengths)).toBeLessThanOrEqual(8 * 1024);
  },
);

import { expect, it, vi } from "vitest";
import { asciiEmail } from "server/contact/contact-requests.server";
import { csvDisposition } from "server/dashboard/csv-headers.server";
import { readReasons, toCode, toE164 } from "server/deletion/form-fields.server";
import { chooseLanguage } from "server/http/visit.server";
import { codingFor } from "server/http/made-pages.server";
import { loggedPath } from "server/process/logger.server";
import { sharedContext, withRequestContext } from "server/process/request-context.server";
import { createToasts } from "server/session/toasts.server";
import { readReferralCode } from "server/referral/referral-code.server";
import { wordsIn } from "server/upstream/answer.server";
import {
  figure,
  instant,
  mandatoryFigure,
  percentage,
  text,
} from "server/upstream/contracts/fields.server";
import { parseDashboardState } from "~/features/dashboard/dashboard-url";

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

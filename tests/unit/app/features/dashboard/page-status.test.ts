import { describe, expect, it } from "vitest";
import { ageWords, announcement, pageStatus } from "~/features/dashboard/page-status";

const now = Date.UTC(2025, 7, 19, 23, 51, 27);
const asOf = now - 20_000;

describe("the status of the page", () => {
  const live = { paused: false, lostAt: null };
  const good = { asOf, failed: "none" as const };

  it("is good, with the figures' age, while they are new", () => {
    const status = pageStatus(good, live, now);
    expect(status).toEqual({ tone: "good", words: null });
    expect(ageWords(status, asOf, now)).toBe("Updated 20 s ago");
  });

  it("is a warning when figures are three minutes old", () => {
    const status = pageStatus(good, live, asOf + 181_000);
    expect(status.tone).toBe("watch");
    expect(ageWords(status, asOf, asOf + 181_000)).toBe("Figures are 3 min old.");
    expect(pageStatus(good, live, null).tone).toBe("good");
  });

  it("says what failed, and whether that is all", () => {
    expect(pageStatus({ asOf, failed: "all" }, live, now)).toEqual({
      tone: "bad",
      words: "The last refresh failed.",
    });
    expect(pageStatus({ asOf, failed: "some" }, live, now).words).toBe(
      "Some figures could not be refreshed.",
    );
  });

  it("names a lost connection before anything else", () =>
    expect(pageStatus({ asOf, failed: "all" }, { paused: true, lostAt: now }, now)).toEqual({
      tone: "none",
      words: "Not connected since 23:51 UTC.",
    }));

  it("says that updates are paused, unless something failed", () => {
    expect(pageStatus(good, { ...live, paused: true }, now).words).toBe("Live updates are paused.");
    expect(pageStatus({ asOf, failed: "all" }, { ...live, paused: true }, now).tone).toBe("bad");
  });
});

describe("what is announced of an open view", () => {
  const FAILED = "The last refresh failed.";
  const UPDATED = "Figures updated, as of 19 Aug 2025, 23:51:27 UTC";
  const status = (words: string | null, of = asOf, view = "trips") => ({ view, asOf: of, words });
  it.each([
    [
      "nothing when it opens, also during a failure",
      [status(null, asOf, "fleet"), status(FAILED)],
      [""],
    ],
    ["newer figures", [status(null), status(null, now)], [UPDATED]],
    [
      "each failure, also a second one",
      [status(FAILED), status(null, now), status(FAILED, now), status(FAILED, asOf)],
      [UPDATED, FAILED, FAILED],
    ],
    ["nothing when only the words end", [status(FAILED), status(null)], [""]],
  ])("is %s", (_what, [first, ...changes], said) => {
    let told = { ...status(null), ...first, said: "" };
    const all = changes.map((now) => (told = { ...now, said: announcement(told, now) }).said);
    expect(all).toEqual(said);
  });
});

import { describe, expect, it } from "vitest";
import type { Limits } from "server/limits/limits.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { createPerson } from "../../../support/deletion-person";

const unauthorised = new UpstreamError("http", "Please log in again", { status: 401 });

describe("a deletion whose answer was lost", () => {
  it.each([
    ["a timeout", new UpstreamError("timeout", ""), "delete.unanswered"],
    ["a 500", new UpstreamError("http", "", { status: 500 }), "delete.failed"],
    ["something else", new UpstreamError("invalid", ""), "delete.failed"],
  ])("is remembered with a reference number after %s", async (_, error, id) => {
    const person = createPerson();
    await person.reachConfirm();
    person.upstream.fail(error);
    expect(await person.does("delete")).toMatchObject({
      status: 502,
      problem: { message: { id } },
    });
    const reference = expect.stringMatching(/^DEL-\w{4}-\w{4}$/) as string;
    expect(person.session).toMatchObject({ at: "confirm", lost: reference });
    const remembered = person.session;

    person.upstream.fail(unauthorised);
    expect(await person.does("delete")).toMatchObject({
      status: 400,
      problem: {
        message: { id: "delete.failed" },
        said: "Please log in again",
        note: { id: "delete.refused-after-loss" },
      },
    });
    expect(person.session).toEqual(remembered);

    // The number that was given stays the number of this deletion.
    person.upstream.fail(null);
    await person.does("delete");
    expect(person.session).toMatchObject({
      at: "done",
      reference: remembered && "lost" in remembered ? remembered.lost : null,
    });
  });

  it.each([
    ["timeout", new UpstreamError("timeout", "")],
    ["500", new UpstreamError("http", "", { status: 500 })],
    ["try that never left", new UpstreamError("circuit-open", "")],
  ])("is no refusal after one more %s, and keeps its number", async (_, error) => {
    const person = createPerson();
    await person.reachConfirm();
    person.upstream.fail(new UpstreamError("timeout", ""));
    await person.does("delete");
    const remembered = person.session;
    person.upstream.fail(error);
    const outcome = await person.does("delete");
    expect(outcome).toMatchObject({ status: 502 });
    expect(outcome).not.toHaveProperty("problem.note");
    expect(person.session).toEqual(remembered);
  });

  it.each([
    ["was refused", unauthorised],
    ["never left", new UpstreamError("circuit-open", "")],
  ])("is not what happened when the request %s", async (_, error) => {
    const person = createPerson();
    await person.reachConfirm();
    person.upstream.fail(error);
    const outcome = await person.does("delete");
    expect(outcome).not.toHaveProperty("problem.note");
    expect(person.session).not.toHaveProperty("lost");
  });
});

describe("a fault of our own after the upstream said yes", () => {
  it("is no failure to the person: a counter that breaks", async () => {
    const limits: Limits = {
      take: ([use]) =>
        use?.rule === "deletionFinished"
          ? Promise.reject(new Error("the store is gone"))
          : Promise.resolve({ ok: true, left: {} }),
      giveBack: () => Promise.resolve(),
      freeAt: () => Promise.resolve(0),
      left: () => Promise.resolve(5),
    };
    const person = createPerson({ limits });
    await person.reachConfirm();
    expect(await person.does("delete")).toMatchObject({ kind: "moved", session: { at: "done" } });
  });
});

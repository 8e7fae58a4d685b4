import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { readFormFields } from "server/deletion/form-fields.server";
import { placeOf } from "server/deletion/session.server";
import { UpstreamError } from "server/upstream/upstream-error.server";
import { CODE, createPerson, PHONE, START } from "../../../support/deletion-person";

describe("the fields of a form", () => {
  const read = (...fields: [string, string | Blob][]) => {
    const data = new FormData();
    for (const [name, value] of fields) data.append(name, value);
    return readFormFields(data);
  };

  it("are empty where they are not sent, or sent as files", () => {
    const file = new Blob(["x"]);
    const empty = { phone: "", idempotencyKey: "", otp: "", reasons: [], others: "" };
    expect(read(["intent", "send"])).toEqual({ intent: "send", ...empty, lost: undefined });
    const files = ["phone", "idempotencyKey", "otp", "reason", "others", "lost"];
    expect(read(["intent", "send"], ...files.map((name): [string, Blob] => [name, file]))).toEqual({
      intent: "send",
      ...empty,
      lost: undefined,
    });
    expect(read(["intent", "erase"])).toBeNull();
    expect(read()).toBeNull();
  });

  it("are as long as the page writes them, and a reference number as it is written", () => {
    const key = "0123456789abcdef0123456789abcdef0123";
    expect(
      read(["intent", "delete"], ["idempotencyKey", `${key}4567`], ["lost", "DEL-7K3F-9QXM"]),
    ).toMatchObject({ idempotencyKey: key, lost: "DEL-7K3F-9QXM" });
    expect(read(["intent", "delete"], ["lost", "DEL-0"])).toMatchObject({ lost: undefined });
  });
});

describe("a form of the deletion", () => {
  beforeEach(() => void vi.useFakeTimers({ now: START }));
  afterEach(() => void vi.useRealTimers());

  it("refuses what cannot be meant by what was typed, at its field", async () => {
    const person = createPerson();
    const refusal = (field: string, id: string) => ({
      kind: "stayed",
      status: 400,
      problem: { field, message: { id } },
    });
    expect(await person.does("send", { phone: "12" })).toMatchObject(
      refusal("phone", "problem.phone"),
    );
    await person.does("send", { phone: PHONE });
    expect(await person.does("verify", { otp: "12" })).toMatchObject(refusal("otp", "problem.otp"));
    await person.does("verify", { otp: CODE });
    expect(await person.does("reasons")).toMatchObject(refusal("reasons", "problem.reasons"));
    const long = (length: number) => ({ reasons: ["Others"], others: "x".repeat(length) });
    expect(await person.does("reasons", long(301))).toMatchObject(
      refusal("others", "problem.others"),
    );
    expect(placeOf(person.session)).toBe("reasons");
    await person.does("reasons", long(300));
    expect(placeOf(person.session)).toBe("confirm");
    expect(person.upstream.tried).toHaveLength(1);
  });

  it("shows a wrong number at the first step, and keeps the code that was sent", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    const outcome = await person.does("send", { phone: "12" });
    expect(outcome).toMatchObject({ shown: null, session: { at: "code" } });
  });

  it("of another step leads to where the person stands, whatever a limit said before", async () => {
    const person = createPerson();
    await person.does("send", { phone: PHONE });
    await person.does("resend");
    const standing = person.session;
    expect(standing).toMatchObject({ at: "code", refused: { cause: "minute" } });
    expect(await person.does("cancel")).toEqual({ kind: "moved", session: standing });
  });

  it("goes back to the reasons from the confirmation, and to other ones", async () => {
    const person = createPerson();
    await person.reachConfirm();
    await person.does("cancel");
    expect(person.session).toMatchObject({ at: "reasons", chosen: ["Others"], others: "Too far" });
    await person.does("reasons", { reasons: ["Privacy concerns"] });
    expect(person.session).toMatchObject({ at: "confirm", chosen: ["Privacy concerns"] });
    await person.does("reasons", { reasons: ["Others"], others: "Too far" });
    expect(person.session).toMatchObject({ at: "confirm", chosen: ["Others"] });
  });

  it("leaves for the home page, where a receipt alone stays", async () => {
    const person = createPerson();
    await person.reachConfirm();
    await person.does("delete");
    const receipt = person.session;
    expect(await person.does("leave")).toMatchObject({
      kind: "moved",
      session: receipt,
      to: "home",
    });
    expect(await person.service.standing(receipt)).toEqual(receipt);
    const other = createPerson();
    await other.does("send", { phone: PHONE });
    expect(await other.does("leave")).toMatchObject({ kind: "moved", session: null, to: "home" });
  });

  it("says which limit of tries has ended a code, also to who comes with a copy of it", async () => {
    const wrong = createPerson();
    await wrong.does("send", { phone: PHONE });
    const copy = wrong.session;
    for (let tries = 0; tries < 5; tries += 1) await wrong.does("verify", { otp: "000000" });
    wrong.session = copy;
    await wrong.does("verify", { otp: CODE });
    expect(wrong.session).toMatchObject({ at: "locked", cause: "codes" });

    const unlucky = createPerson();
    await unlucky.does("send", { phone: PHONE });
    const code = unlucky.session;
    unlucky.upstream.fail(new UpstreamError("http", "Down", { status: 503 }));
    for (let tries = 0; tries < 10; tries += 1) await unlucky.does("verify", { otp: CODE });
    unlucky.session = code;
    await unlucky.does("verify", { otp: CODE });
    expect(unlucky.session).toMatchObject({ at: "locked", cause: "tries" });
  });
});

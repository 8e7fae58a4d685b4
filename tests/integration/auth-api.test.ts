import { afterAll, beforeEach, expect, it } from "vitest";
import { createAuthApi } from "server/upstream/auth-api.server";
import { createHttpClient } from "server/upstream/http-client.server";
import { serverMessage, wasAnswered, wasRejected } from "server/upstream/upstream-error.server";
import { expectUpstreamError } from "./failure-of";
import { DELETE, json, respondWith, SEND, VERIFY } from "../support/deletion-site";
import { FaultyUpstream, type Behaviour } from "../support/faulty-upstream";

const GONE = "Account deleted successfully";
const DELETED_AT = "2026-08-19T10:00:00Z";

const upstream = await FaultyUpstream.start();
afterAll(() => upstream.stop());
beforeEach(() => upstream.reset());

const api = () =>
  createAuthApi(
    createHttpClient({ name: "auth", baseUrl: `${upstream.origin}/api/auth`, timeoutMs: 60_000 }),
  );

it.each([
  ["without an envelope", (data: object) => data],
  ["in the envelope", (data: object) => ({ success: true, data })],
  ["in an envelope with a message", (data: object) => ({ success: true, data, message: "done" })],
])("the auth API's responses are read %s", async (_, wrap) => {
  const warning = { action: "reactivation_available", deleted_at: DELETED_AT };
  upstream.set(SEND, json(wrap({ sessionId: 17, message: "sent", warning })));
  expect(await api().sendOtp("+919876543210")).toEqual({
    sessionId: "17",
    deletedBefore: { deletedAt: Date.parse(DELETED_AT) },
  });
  upstream.set(VERIFY, json(wrap({ action: "signup_required" })));
  expect(await api().verifyOtp("s", "482913")).toEqual({ action: "signup_required" });
  upstream.set(
    DELETE,
    json(wrap({ message: "Account successfully soft deleted", deleted_at: DELETED_AT })),
  );
  expect((await api().deleteProfile("t", "r")).deletedAt).toBe(Date.parse(DELETED_AT));
  const headers = { authorization: "Bearer t", "content-type": "application/json" };
  expect(upstream.calls.at(-1)).toMatchObject({ headers });
});

it.each<[string, Behaviour, message: string | null, answered: boolean, declined: boolean]>([
  ["a 400 with a message", respondWith(400, { message: "No account" }), "No account", true, true],
  ["a 400 with an error", respondWith(400, { error: { message: "Nope" } }), "Nope", true, true],
  ["a 401 without a message", respondWith(401), null, true, true],
  ["a 403 with a page of a gateway", { kind: "html", status: 403 }, null, true, false],
  ["success: false", { kind: "failure", error: "Refused" }, "Refused", true, true],
  ["success: false without a message", { kind: "failure" }, null, true, true],
  ["a 500", respondWith(500, { message: "Broken" }), "Broken", true, false],
  ["a 429", respondWith(429, { message: "Slow down" }), "Slow down", true, false],
  ["a message only", json({ message: "Something else" }), null, true, false],
  ["an unknown success", json({ success: true, message: "account deleted" }), null, true, false],
  ["a refusal that says deleted", json({ success: false, message: GONE }), GONE, true, true],
  ["a 500 that says deleted", respondWith(500, { message: GONE }), GONE, true, false],
  ["an empty object", json({}), null, true, false],
  ["a connection reset", { kind: "reset" }, null, false, false],
])("auth API calls report a failure on %s", async (_, behaviour, message, answered, declined) => {
  for (const path of [SEND, VERIFY, DELETE]) upstream.set(path, behaviour);
  const { deleteProfile, sendOtp, verifyOtp } = api();
  const [deletion, ...errors] = await Promise.all([
    expectUpstreamError(deleteProfile("t", "r")),
    expectUpstreamError(sendOtp("+919876543210")),
    expectUpstreamError(verifyOtp("s", "482913")),
  ]);
  expect([serverMessage(deletion), wasAnswered(deletion)]).toEqual([message, answered]);
  const reported = errors.map((error) => [
    serverMessage(error),
    wasAnswered(error),
    wasRejected(error) && !error.isHtml,
  ]);
  expect(reported).toEqual(Array(2).fill([message, answered, declined]));
  expect(upstream.count()).toBe(3);
});

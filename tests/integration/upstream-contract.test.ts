import { afterAll, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { createAuthApi } from "server/upstream/auth-api.server";
import { createCoreApi } from "server/upstream/core-api.server";
import { createHttpClient } from "server/upstream/http-client.server";
import { FaultyUpstream } from "../support/faulty-upstream";
import { SandboxFixture } from "./sandbox-fixture";
import {
  answerProblems,
  bodyProblems,
  callProblems,
  documented,
} from "../support/upstream-contract";

const READS = [
  "/dashboard/metrics",
  "/dashboard/users/total",
  "/dashboard/users/monthly",
  "/dashboard/users/weekly",
  "/dashboard/users/daily",
  "/trips?page=1&limit=12",
  "/trips?page=1&limit=12&date=2025-08-19&country=India",
  "/trips?page=1000&limit=500",
  "/trips/search?q=trip&type=all&page=1&limit=12",
  "/filters/available",
];
const SEND = "/auth/whatsapp/send-otp";
const VERIFY = "/auth/whatsapp/verify-otp";
const DELETE = "/auth/profile/delete";

/** An answer to a call, as any client sees it. */
async function ask(base: string, path: string, init?: RequestInit) {
  const response = await fetch(base + path, init);
  return { status: response.status, body: (await response.json()) as unknown };
}

/** What is wrong with an answer to a read: its status, or its body, which has to be no refusal. */
async function readProblems(base: string, path: string): Promise<string[]> {
  const answer = await ask(base, path);
  return [
    ...answerProblems("GET", path.replace(/\?.*/, ""), answer),
    ...bodyProblems(schemaOf(path), answer.body),
  ];
}

function schemaOf(path: string): string {
  if (path.startsWith("/trips")) return "Trips";
  const names: Record<string, string> = {
    "/dashboard/metrics": "Metrics",
    "/dashboard/users/total": "TotalUsers",
    "/dashboard/users/monthly": "MonthlyUsers",
    "/dashboard/users/weekly": "WeeklyUsers",
    "/dashboard/users/daily": "DailyUsers",
    "/filters/available": "TripFilters",
  };
  return names[path] ?? "no such read";
}

describe("the faulty upstream", () => {
  let upstream: FaultyUpstream;
  beforeAll(async () => {
    upstream = await FaultyUpstream.start();
  });
  beforeEach(() => upstream.reset());
  afterAll(() => upstream.stop());

  it("answers as the document says while it is healthy", async () => {
    for (const path of READS) {
      expect([path, await readProblems(upstream.coreApiUrl, path)]).toEqual([path, []]);
    }
  });

  it.each(["wrong-types", "missing-fields", "failure"] as const)(
    "does not where it is meant not to: %s",
    async (kind) => {
      upstream.set("*", { kind });
      for (const path of READS) {
        expect([path, await readProblems(upstream.coreApiUrl, path)]).not.toEqual([path, []]);
      }
    },
  );

  it("is asked by the clients for what is in the document, and for all of it", async () => {
    const client = (baseUrl: string) =>
      createHttpClient({ name: "test", baseUrl, timeoutMs: 5_000 });
    const core = createCoreApi(client(upstream.coreApiUrl));
    await core.metrics();
    await core.totalUsers();
    await core.monthlyUsers();
    await core.weeklyUsers();
    await core.dailyUsers();
    await core.trips({ page: 1, limit: 12 });
    await core.trips({ page: 2, limit: 500, date: "2025-08-19", country: "Côte d’Ivoire" });
    await core.searchTrips({ q: "0xabc", page: 1, limit: 12 });
    await core.filters();
    const auth = createAuthApi(client(`${upstream.origin}/api/auth`));
    upstream.set(SEND, { kind: "json", json: { sessionId: "s" } });
    upstream.set(VERIFY, { kind: "json", json: { action: "signup_required" } });
    upstream.set(DELETE, { kind: "json", json: { message: "Account deleted successfully" } });
    await auth.sendOtp("+919876543210");
    await auth.verifyOtp("s", "482913");
    await auth.deleteProfile("token", "Privacy concerns,Others");

    expect(upstream.calls.flatMap(callProblems)).toEqual([]);
    const made = new Set(upstream.calls.map(({ method, path }) => `${method} ${path}`));
    expect([...made].sort()).toEqual([...documented].sort());
  });
});

describe("the sandbox", () => {
  let fixture: SandboxFixture;
  let origin: string;
  beforeAll(async () => {
    fixture = await SandboxFixture.create();
    const rows = [
      "trip-1,a,2025-08-19T10:00:00Z,2025-08-19T10:30:00Z,1,1,India",
      "trip-2,b,2025-08-18T10:00:00Z,2025-08-18T10:30:00Z,,,",
    ];
    origin = (await fixture.serve(rows)).replace("/api/core", "");
  });
  afterAll(() => fixture.remove());

  it("answers the core API's reads as the document says", async () => {
    for (const path of READS) {
      expect([path, await readProblems(`${origin}/api/core`, path)]).toEqual([path, []]);
    }
  });

  it.each(["/trips?page=0", "/trips/search?type=all&page=1&limit=12", "/trips?date=yesterday"])(
    "refuses %s as the document says",
    async (path) => {
      const answer = await ask(`${origin}/api/core`, path);
      expect(answer.status).toBe(400);
      expect(answerProblems("GET", path.replace(/\?.*/, ""), answer)).toEqual([]);
    },
  );

  it("answers the auth API's calls as the document says", async () => {
    const call = async (method: string, path: string, json: object, token?: string) => {
      const headers = {
        "content-type": "application/json",
        ...(token && { authorization: `Bearer ${token}` }),
      };
      const body = JSON.stringify(json);
      const answer = await ask(`${origin}/api/auth`, path, { method, headers, body });
      expect([path, answerProblems(method, path, answer)]).toEqual([path, []]);
      return answer;
    };
    const send = async (number: string) => {
      const phone_number = `+91${number}`;
      const sent = await call("POST", SEND, {
        phone_number,
        country_short_name: "IN",
        type: "whatsapp",
      });
      expect(bodyProblems("CodeSent", sent.body)).toEqual([]);
      const outbox = await (await fetch(`${origin}/sandbox/outbox`)).text();
      const code = new RegExp(`${number}.*?Your code is (\\d{6})`, "s").exec(outbox)?.[1];
      return { ...(sent.body as { sessionId: string }), code }; // by the schema
    };

    const { sessionId, code } = await send("9000000001");
    const wrong = code === "000000" ? "111111" : "000000";
    expect(await call("POST", VERIFY, { sessionId, otp: wrong })).toMatchObject({ status: 400 });
    const verified = await call("POST", VERIFY, { sessionId, otp: code });
    expect(bodyProblems("CodeVerified", verified.body)).toEqual([]);
    const { token } = verified.body as { token: string }; // by the schema
    const deleted = await call("DELETE", DELETE, { reason: "Privacy concerns" }, token);
    expect(bodyProblems("AccountDeleted", deleted.body)).toEqual([]);
    const again = await call("DELETE", DELETE, { reason: "Privacy concerns" }, token);
    expect(again.status).toBe(401);

    const stranger = await send("9111111111");
    const { body } = await call("POST", VERIFY, {
      sessionId: stranger.sessionId,
      otp: stranger.code,
    });
    expect(bodyProblems("CodeVerified", body)).toEqual([]);
    await send("9000000100");
  });
});

import { z } from "zod";
import type { HttpRequest } from "../upstream/http-attempt.server";
import { createCoreApi } from "../upstream/core-api.server";
import { createHttpClient, type HttpClient } from "../upstream/http-client.server";
import { UpstreamError } from "../upstream/upstream-error.server";
import type { Finding } from "./finding";
import { upstreamDocument } from "./upstream-document";
import { operations, type Operation } from "./upstream-operations";
import { COMPONENTS, type BodyName } from "./upstream-schemas";

/** Where people can read what is expected. */
const DOCUMENT = "docs/upstream-apis.json";

/**
 * Asks a core API everything that it is ever asked and compares each answer with the OpenAPI document. It only reads.
 *
 * @param subject the setting that leads to the API
 * @returns a finding per read
 */
export async function contractFindings(
  subject: string,
  baseUrl: string,
  timeoutMs: number,
): Promise<Finding[]> {
  const client = createHttpClient({ name: "core", baseUrl, timeoutMs, breaker: false });
  const findings: Finding[] = [];
  const trip: StatedTrip = {};
  for (const operation of operations.filter(({ api }) => api === "core")) {
    for (const query of queriesOf(operation, trip)) {
      const answer = await readAnswer(client, operation.path, query);
      findings.push({ subject, ...(await compared(operation, query, answer)) });
      if ("body" in answer && operation.id === "trips") noteFirst(trip, answer.body);
    }
  }
  await client.close();
  return findings;
}

type Query = NonNullable<HttpRequest["query"]>;

/** A trip that is there, to filter and search by. */
interface StatedTrip {
  id?: string | undefined;
  date?: string | undefined;
  country?: string | undefined;
}

/** Keeps what a list says of its first trip, when it says it in the plainest way. */
function noteFirst(trip: StatedTrip, body: unknown): void {
  const text = (key: string) => {
    const value = valueAt(body, ["data", "trips", 0, key]);
    return typeof value === "string" ? value : undefined;
  };
  trip.id ??= text("id");
  trip.date ??= /^\d{4}-\d\d-\d\d(?=T.*Z$)/.exec(text("start_time") ?? "")?.[0];
  trip.country ??= text("country");
}

/** What is asked for: a list also by day and country, and with as many trips as an export asks for. */
function* queriesOf({ id }: Operation, trip: StatedTrip): Generator<Query> {
  if (id === "trips") {
    yield { page: 1, limit: 12 };
    const { date, country } = trip;
    yield { page: 1, limit: 12, date, country };
    yield { page: 1, limit: 500 };
  } else if (id === "searchTrips") {
    yield { q: trip.id ?? "a", type: "all", page: 1, limit: 12 };
  } else {
    yield {};
  }
}

type Answer = { body: unknown } | { error: UpstreamError };

async function readAnswer(client: HttpClient, path: string, query: Query): Promise<Answer> {
  try {
    return { body: await client.get(path, query) };
  } catch (error) {
    if (error instanceof UpstreamError) return { error };
    throw error;
  }
}

async function compared(
  { id, path, answer: name }: Operation,
  query: Query,
  answer: Answer,
): Promise<Pick<Finding, "state" | "text" | "of">> {
  const read = `GET ${path}${readable(query)}`;
  if ("error" in answer) return { state: "FAIL", text: `${read}: ${answer.error.message}` };
  const problems = contractProblems(name, answer.body);
  if (problems.length === 0) return { state: "ok", text: `answers as ${DOCUMENT} says`, of: read };
  const text = `${read} does not answer as ${DOCUMENT} says: ${problems.join("; ")}`;
  // What the pages can do without is shown as unknown.
  return { state: (await isRead(id, answer.body)) ? "warn" : "FAIL", text };
}

/** Whether the product itself makes something of an answer. */
async function isRead(id: string, body: unknown): Promise<boolean> {
  const api: object = createCoreApi({ get: () => Promise.resolve(body) });
  // Operations have the names of the calls, and no call asks for more.
  const calls = api as Record<
    string,
    (asked: { q: string; page: number; limit: number }) => unknown
  >;
  try {
    await calls[id]?.({ q: "a", page: 1, limit: 12 });
    return true;
  } catch {
    return false;
  }
}

/** `?page=1&limit=12&date`: what the API itself said stays out of the report. */
function readable(query: Query): string {
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (typeof value === "number" ? `${name}=${value}` : name));
  return asked.length === 0 ? "" : `?${asked.join("&")}`;
}

/**
 * What is wrong with an answer by the document, a line for each field: `data.trips[].id is missing (in 12 places)`.
 *
 * @param body parsed JSON
 */
export function contractProblems(name: BodyName, body: unknown): string[] {
  const { issues = [] } = documented(name).safeParse(body).error ?? {};
  const counts = new Map<string, number>();
  for (const issue of issues.flatMap((one) => leaves(one))) {
    const problem = `${field(issue.path)} ${complaint(issue, body)}`;
    counts.set(problem, (counts.get(problem) ?? 0) + 1);
  }
  return [...counts].map(([problem, times]) =>
    times === 1 ? problem : `${problem} (in ${times} places)`,
  );
}

/** A body of the document as a schema that can be asked. */
function documented(name: BodyName): z.ZodType {
  const schemas = JSON.stringify(upstreamDocument().components.schemas);
  // The same schemas, where JSON Schema keeps its own.
  const $defs = JSON.parse(
    schemas.replaceAll(COMPONENTS, "#/$defs/"),
  ) as z.core.JSONSchema.JSONSchema["$defs"];
  return z.fromJSONSchema({ $ref: `#/$defs/${name}`, ...($defs && { $defs }) });
}

type Issue = z.core.$ZodIssue;

/** The complaints of the variant that came nearest to what was said. */
function leaves(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const reached = (issues: Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  const [nearest = []] = [...issue.errors].sort((one, other) => reached(other) - reached(one));
  if (reached(nearest) === 0) return [issue];
  return nearest.flatMap((inner) => leaves({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** `data.trips[].id`: a place in a list is any of them. */
function field(path: readonly PropertyKey[]): string {
  const text = path.map((key) => (typeof key === "number" ? "[]" : `.${String(key)}`)).join("");
  return text.replace(/^\./, "") || "the answer";
}

function complaint(issue: Issue, body: unknown): string {
  const value = valueAt(body, issue.path);
  if (value === undefined) return "is missing";
  if (value === null) return "is null";
  if (issue.code !== "invalid_union") return `is not right (${issue.message})`;
  return `is none of its variants, but of type ${Array.isArray(value) ? "array" : typeof value}`;
}

function valueAt(body: unknown, path: readonly PropertyKey[]): unknown {
  return path.reduce<unknown>(
    (value, key) =>
      typeof value === "object" && value !== null
        ? // Any object may be read under any name.
          (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    body,
  );
}

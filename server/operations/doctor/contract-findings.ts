import { z } from "zod";
import { createCoreApi, type CoreApi } from "../../upstream/core-api.server";
import {
  chartAnswer,
  chartNames,
  metricsAnswer,
  userCharts,
} from "../../upstream/contracts/dashboard.server";
import { PAGE_SIZE, tripFiltersAnswer, tripsAnswer } from "../../upstream/contracts/trips.server";
import type { HttpRequest } from "../../upstream/http-attempt.server";
import { createHttpClient } from "../../upstream/http-client.server";
import { UpstreamError } from "../../upstream/upstream-error.server";
import { fail, ok, warn, type Finding } from "./finding";

/** Where people can read what is expected. */
const DOCUMENT = "docs/upstream-apis.json";

/** As many trips as an export asks for. */
const MOST_TRIPS = 500;

/**
 * Asks a core API everything that the product ever asks it, and names each field of the answers that is missing or
 * wrong. It only reads.
 *
 * @param subject the setting that leads to the API
 * @returns a finding per read
 */
export async function contractFindings(
  subject: string,
  baseUrl: string,
  timeoutMs: number,
): Promise<Finding[]> {
  const client = createHttpClient({ name: "core", baseUrl, timeoutMs });
  const findings: Finding[] = [];

  /** @returns what the product reads in the answer; null when it can make nothing of it */
  async function read<T>(answer: z.ZodType, call: (api: CoreApi) => Promise<T>): Promise<T | null> {
    let asked = "";
    let body: unknown;
    const api = createCoreApi({
      async get(path, query = {}) {
        asked = `GET ${path}${readable(query)}`;
        // Nobody's failures open the breaker here: each call says for itself what is wrong.
        body = await client.get(path, query, false);
        return body;
      },
    });
    const result = await call(api).catch((error: unknown) => {
      if (error instanceof UpstreamError) return error;
      throw error;
    });
    const failure = result instanceof UpstreamError ? result : null;
    // A refusal has its own words, and an answer that is no JSON has no fields.
    const unread = failure?.kind === "refused" || body === undefined;
    const problems = unread ? [] : fieldProblems(answer, body);
    if (problems.length > 0) {
      const text = `${asked} does not answer as ${DOCUMENT} says: ${problems.join("; ")}`;
      // What the pages can do without is shown as unknown.
      findings.push((failure ? fail : warn)(subject, text));
    } else if (failure) {
      findings.push(fail(subject, `${asked}: ${failure.message}`));
    } else {
      findings.push({ ...ok(subject, `answers as ${DOCUMENT} says`), of: asked });
    }
    return result instanceof UpstreamError ? null : result;
  }

  const page = { page: 1, limit: PAGE_SIZE };
  await read(metricsAnswer, (api) => api.metrics());
  for (const name of chartNames) await read(chartAnswer(userCharts[name]), (api) => api[name]());
  const list = await read(tripsAnswer, (api) => api.trips(page));
  const { id = "a", startTime, country } = list?.trips[0] ?? {};
  const date = startTime ? new Date(startTime).toISOString().slice(0, 10) : undefined;
  await read(tripsAnswer, (api) => api.trips({ ...page, date, country: country ?? undefined }));
  await read(tripsAnswer, (api) => api.trips({ page: 1, limit: MOST_TRIPS }));
  await read(tripsAnswer, (api) => api.searchTrips({ ...page, q: id }));
  await read(tripFiltersAnswer, (api) => api.filters());
  await client.close();
  return findings;
}

/** `?page=1&limit=12&date`: what the API itself said stays out of the report. */
function readable(query: NonNullable<HttpRequest["query"]>): string {
  const asked = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (typeof value === "number" ? `${name}=${value}` : name));
  return asked.length === 0 ? "" : `?${asked.join("&")}`;
}

type Issue = z.core.$ZodIssue;

/**
 * What is wrong with an answer, a line for each field: `data.trips[].id is missing (in 12 places)`. Besides what the
 * product's schema refuses, these are the fields that it can do without and the document asks for.
 *
 * @param body parsed JSON
 */
function fieldProblems(answer: z.ZodType, body: unknown): string[] {
  const documented = z.fromJSONSchema(z.toJSONSchema(answer, { io: "input" }));
  const issues = [answer, documented].flatMap(
    (schema) => schema.safeParse(body).error?.issues ?? [],
  );
  const places = new Set<string>();
  const counts = new Map<string, number>();
  for (const issue of issues.flatMap(leaves)) {
    const place = JSON.stringify(issue.path);
    if (places.has(place)) continue;
    places.add(place);
    const problem = `${field(issue.path)} ${complaint(issue, body)}`;
    counts.set(problem, (counts.get(problem) ?? 0) + 1);
  }
  return [...counts].map(([problem, times]) =>
    times === 1 ? problem : `${problem} (in ${times} places)`,
  );
}

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
  if (issue.code === "custom") return issue.message;
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

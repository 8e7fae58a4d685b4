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

/** The document that describes the expected answers. */
const DOCUMENT = "docs/upstream-apis.json";

/** Page size of an export's requests for trips. */
const MOST_TRIPS = 500;

/**
 * Makes every kind of call that the product makes to a core API, and reports each field of the answers that is missing
 * or wrong. All calls are reads.
 *
 * @param subject the setting that contains the API's address
 * @returns one finding per call
 */
export async function contractFindings(
  subject: string,
  baseUrl: string,
  timeoutMs: number,
): Promise<Finding[]> {
  const client = createHttpClient({ name: "core", baseUrl, timeoutMs });
  const findings: Finding[] = [];

  /** @returns the answer as the product parses it; null when the product cannot use it */
  async function read<T>(answer: z.ZodType, call: (api: CoreApi) => Promise<T>): Promise<T | null> {
    let request = "";
    let body: unknown;
    const api = createCoreApi({
      async get(path, query = {}) {
        request = `GET ${path}${readable(query)}`;
        // `false`: failures must not open the circuit breaker, because each call reports its own problem.
        body = await client.get(path, query, false);
        return body;
      },
    });
    const result = await call(api).catch((error: unknown) => {
      if (error instanceof UpstreamError) return error;
      throw error;
    });
    const failure = result instanceof UpstreamError ? result : null;
    // A refusal is reported with its own message, and an answer that is not JSON has no fields.
    const hasNoFields = failure?.kind === "refused" || body === undefined;
    const problems = hasNoFields ? [] : fieldProblems(answer, body);
    if (problems.length > 0) {
      const text = `${request} does not answer as ${DOCUMENT} says: ${problems.join("; ")}`;
      // Only a warning when the answer is usable: pages show an optional field that is missing as unknown.
      findings.push((failure ? fail : warn)(subject, text));
    } else if (failure) {
      findings.push(fail(subject, `${request}: ${failure.message}`));
    } else {
      findings.push({ ...ok(subject, `answers as ${DOCUMENT} says`), of: request });
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

/** `?page=1&limit=12&date`: texts, which come from the API itself, stay out of the report. */
function readable(query: NonNullable<HttpRequest["query"]>): string {
  const parameters = Object.entries(query)
    .filter(([, value]) => value !== undefined)
    .map(([name, value]) => (typeof value === "number" ? `${name}=${value}` : name));
  return parameters.length === 0 ? "" : `?${parameters.join("&")}`;
}

type Issue = z.core.$ZodIssue;

/**
 * Lists what is wrong with an answer, one text per field: `data.trips[].id is missing (in 12 places)`. Besides what the
 * product's schema rejects, these are optional fields that the document requires.
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

/** The issues of the union's variant that comes nearest to the value. */
function leaves(issue: Issue): Issue[] {
  if (issue.code !== "invalid_union") return [issue];
  const depth = (issues: Issue[]) => Math.max(0, ...issues.map(({ path }) => path.length));
  const [nearest = []] = [...issue.errors].sort((a, b) => depth(b) - depth(a));
  if (depth(nearest) === 0) return [issue];
  return nearest.flatMap((inner) => leaves({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** Writes a path as `data.trips[].id`, without the index of a list item. */
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
        ? // Reading an unknown property of an object returns undefined.
          (value as Record<PropertyKey, unknown>)[key]
        : undefined,
    body,
  );
}

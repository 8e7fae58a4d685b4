import { z } from "zod";
import {
  codeSentSchema,
  codeVerifiedSchema,
  deleteProfileBody,
  deletionMessage,
  deletionTimes,
  sendOtpBody,
  verifyOtpBody,
} from "server/upstream/contracts/auth.server";
import {
  chartAnswer,
  chartNames,
  metricsAnswer,
  userCharts,
} from "server/upstream/contracts/dashboard.server";
import { SUCCESS } from "server/upstream/contracts/fields.server";
import { tripFiltersAnswer, tripsAnswer } from "server/upstream/contracts/trips.server";

const ABOUT = `What Pulse sends to the core and the auth API and expects of their answers.

- Fields that are not named here are ignored. \`npm run doctor\` checks a core API's answers.
- \`success: false\` or a status outside 2xx is a failure; the words of its \`message\` or \`error\` are shown to people.
- Reads are repeated once after a broken connection, 502, 503 or 504. After five failures in a row (408 and 5xx are
  failures) the API is left alone for a while.
- Calls of the auth API are never repeated: there is no idempotency key. 4xx but 408 means that the call had no effect.
  After 408, 5xx or a lost answer it may have had one; people are told so.
- After 429 the same is asked no earlier than \`Retry-After\` says, or after 10 minutes.`;

const core = [{ url: "https://api.example.com/api/core", description: "CORE_API_URL" }];
const auth = [{ url: "https://api.example.com/api/auth", description: "AUTH_API_URL" }];

const paging = { page: z.int().min(1), limit: z.int().min(1).max(500) };
const filters = { date: z.iso.date().optional(), country: z.string().min(1).optional() };
const list = { ...paging, ...filters };
const search = { ...paging, q: z.string().min(1), type: z.literal("all") };

/** An answer itself, or the answer as `data` of the core API's envelope. */
const flatOrEnveloped = (answer: z.ZodType) =>
  z.union([answer, z.object({ success: SUCCESS.optional(), data: answer })]);

const codeSent = flatOrEnveloped(codeSentSchema);
const verified = flatOrEnveloped(codeVerifiedSchema);
const message = z.object({ message: deletionMessage });
const deleted = z.union([
  flatOrEnveloped(deletionTimes.extend(message.shape)),
  message.extend({ data: deletionTimes }),
]);

const errorText = z.union([z.string(), z.object({ message: z.string() })]).optional();
const failureBody = z.object({ success: z.literal(false), message: errorText, error: errorText });
const refusal = failureBody.meta({ id: "Refusal" });
const failure = failureBody.partial().meta({ id: "Failure" });

/** The text of `docs/upstream-apis.json` (OpenAPI 3.1), generated from the zod schemas of the answers. */
export function upstreamDocument(): string {
  const schemas: Record<string, unknown> = {};

  /** The JSON schema of a body before zod transforms it. Schemas with an id become components. */
  function jsonSchema(schema: z.ZodType) {
    const { $defs, ...rest } = z.toJSONSchema(schema, {
      io: "input",
      // A fallback for an unreadable value is not a default of the API.
      override: (context) => void delete context.jsonSchema.default,
    });
    Object.assign(schemas, $defs);
    return { ...rest, $schema: undefined };
  }
  const json = (schema: z.ZodType) => ({ "application/json": { schema: jsonSchema(schema) } });

  const call = (servers: object[], summary: string, answer: z.ZodType, body?: z.ZodType) => ({
    servers,
    summary,
    ...(body && { requestBody: { required: true, content: json(body) } }),
    responses: {
      200: { description: "The answer, or a refusal", content: json(z.union([answer, refusal])) },
      default: { description: "A failure", content: json(failure) },
    },
  });

  function read(summary: string, answer: z.ZodType, query: Record<string, z.ZodType> = {}) {
    const parameters = Object.entries(query).map(([name, schema]) => {
      const required = !schema.safeParse(undefined).success;
      return { name, in: "query", required, schema: jsonSchema(schema) };
    });
    return { get: { ...call(core, summary, answer), parameters } };
  }

  const charts = chartNames.map((name) => {
    const { path, about } = userCharts[name];
    return [path, read(about, chartAnswer(userCharts[name]))] as const;
  });
  const send = call(auth, "Sends a code, or warns of a deletion before", codeSent, sendOtpBody);
  const verify = call(auth, "Takes a code; registered people get a token", verified, verifyOtpBody);
  const remove = call(auth, "Deletes the account of the token", deleted, deleteProfileBody);

  const document = {
    openapi: "3.1.1",
    info: { title: "The company's APIs as Pulse uses them", version: "1.0.0", description: ABOUT },
    paths: {
      "/dashboard/metrics": read("Totals of the fleet; distance in kilometres", metricsAnswer),
      ...Object.fromEntries(charts),
      "/trips": read("Trips, the newest first; a day is one of UTC", tripsAnswer, list),
      "/trips/search": read("Trips that a text is found in", tripsAnswer, search),
      "/filters/available": read("Countries to filter trips by", tripFiltersAnswer),
      "/auth/whatsapp/send-otp": { post: send },
      "/auth/whatsapp/verify-otp": { post: verify },
      "/auth/profile/delete": { delete: { ...remove, security: [{ bearer: [] }] } },
    },
    components: { securitySchemes: { bearer: { type: "http", scheme: "bearer" } }, schemas },
  };
  const text = JSON.stringify(document, null, 2);
  return `${text.replaceAll('"#/$defs/', '"#/components/schemas/')}\n`;
}

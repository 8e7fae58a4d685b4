import { operations, type Operation } from "./upstream-operations";
import {
  bodySchemas,
  COMPONENTS,
  jsonSchema,
  type BodyName,
  type JsonSchema,
} from "./upstream-schemas";

/** The parts of an OpenAPI 3.1 document that are read here. */
export interface OpenApiDocument {
  paths: Record<string, Record<string, OpenApiOperation>>;
  components: { schemas: Record<BodyName, JsonSchema> };
}

export interface OpenApiOperation {
  parameters: ({ name: string; in: "query"; required: boolean; schema: JsonSchema } | Reference)[];
  requestBody?: { required: true; content: Content };
  responses: Record<string, { description: string; content: Content } | Reference>;
  security: Record<string, string[]>[];
}

interface Reference {
  $ref: string;
}

type Content = Record<"application/json", { schema: JsonSchema }>;

/**
 * What the core and the auth API are expected to be and to say, as one OpenAPI 3.1 document. It is made from the
 * schemas that read their answers.
 */
export function upstreamDocument(): OpenApiDocument {
  const paths = operations.map((operation) => [
    operation.path,
    {
      servers: [servers[operation.api]],
      [operation.method]: described(operation),
    },
  ]);
  return {
    openapi: "3.1.1",
    info: {
      title: "The company's APIs as Pulse uses them",
      version: "1.0.0",
      description:
        "What Pulse sends to the core and the auth API and expects of their answers. Fields that are not named here " +
        "are ignored. `npm run doctor -- --deep` checks a core API against it.",
    },
    servers: Object.values(servers),
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths: Object.fromEntries(paths) as OpenApiDocument["paths"], // as made above
    components: {
      parameters: { traceparent },
      responses: failures,
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      schemas: bodySchemas(),
    },
  } as OpenApiDocument & { openapi: string }; // it has more than its type
}

const servers = {
  core: { url: "https://api.example.com/api/core", description: "CORE_API_URL" },
  auth: { url: "https://api.example.com/api/auth", description: "AUTH_API_URL" },
};

const tags = {
  core: "Reads. They are repeated once, after a broken connection, 502, 503 or 504.",
  auth:
    "Calls that change something. None is ever repeated: there is no idempotency key, and whether a call whose " +
    "answer is lost had an effect is unknown.",
};

function described(operation: Operation) {
  const { api, id, summary, query, body, bearer } = operation;
  return {
    operationId: id,
    tags: [api],
    summary,
    security: bearer ? [{ bearer: [] }] : [],
    parameters: [
      ...(query ? parametersOf(jsonSchema(query)) : []),
      { $ref: "#/components/parameters/traceparent" },
    ],
    ...(body && { requestBody: { required: true, content: json(reference(body)) } }),
    responses: responsesOf(operation),
  };
}

const traceparent = {
  name: "traceparent",
  in: "header",
  description: "W3C Trace Context: one id in the logs of both sides",
  required: true,
  schema: { type: "string", pattern: "^00-[0-9a-f]{32}-[0-9a-f]{16}-[0-9a-f]{2}$" },
};

function parametersOf(query: JsonSchema) {
  // An object's schema has both.
  const { properties, required } = query as {
    properties: Record<string, JsonSchema>;
    required: string[];
  };
  return Object.entries(properties).map(([name, schema]) => ({
    name,
    in: "query",
    required: required.includes(name),
    schema,
  }));
}

/** Statuses that make a difference to what Pulse does. */
function responsesOf({ api, answer, bearer }: Operation) {
  const failure = (name: keyof typeof failures) => ({ $ref: `#/components/responses/${name}` });
  return {
    200: {
      description: "The answer, or with `success: false` a refusal whose words are shown",
      content: json({ anyOf: [reference(answer), reference("Refusal")] }),
    },
    ...(bearer && { 401: failure("TokenRefused") }),
    408: failure(api === "core" ? "Failed" : "InDoubt"),
    429: failure("LeftAlone"),
    "4XX": failure("Declined"),
    ...(api === "core" && {
      502: failure("Repeated"),
      503: failure("Repeated"),
      504: failure("Repeated"),
    }),
    "5XX": failure(api === "core" ? "Failed" : "InDoubt"),
  };
}

const json = (schema: JsonSchema): Content => ({ "application/json": { schema } });

const reference = (name: BodyName) => ({ $ref: `${COMPONENTS}${name}` });

const failed = (description: string) => ({ description, content: json(reference("Failure")) });

const failures = {
  Declined: failed("A refusal; its words are shown. The call certainly had no effect."),
  Failed: failed("A failure. After five in a row the upstream is left alone for a while."),
  InDoubt: failed("A failure after which the call may have had its effect."),
  LeftAlone: {
    ...failed("The same is asked again no earlier than this says, or after 10 minutes."),
    headers: {
      "Retry-After": {
        description: "Seconds or an HTTP date (RFC 9110, section 10.2.3)",
        schema: { type: "string" },
      },
    },
  },
  Repeated: failed("A failure. The read is repeated once."),
  TokenRefused: failed(
    "The token is not good: nothing was deleted by this call. After a call whose answer was lost the person is told " +
      "that the account may be deleted all the same.",
  ),
};

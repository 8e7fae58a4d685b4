import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import { readFileSync } from "node:fs";
import type { OpenApiDocument, OpenApiOperation } from "server/doctor/upstream-document";
import type { UpstreamCall } from "./faulty-upstream";

/** The document as it is handed to others. */
const document = JSON.parse(readFileSync("docs/upstream-apis.json", "utf8")) as OpenApiDocument; // a test holds it

const ajv = new Ajv2020({ allErrors: true, strict: false, validateFormats: false });
ajv.addSchema(document, "document");

/** What is wrong with a body by one of the document's schemas: `/data/trips/0 must have required property 'id'`. */
export function bodyProblems(schemaName: string, body: unknown): string[] {
  return problems({ $ref: `document#/components/schemas/${schemaName}` }, body);
}

/** The same for what stands under a schema of the document. */
function problems(schema: object, value: unknown): string[] {
  const text = rooted(schema);
  const validate = validators.get(text) ?? ajv.compile(JSON.parse(text) as object); // it was one
  validators.set(text, validate);
  validate(value);
  return (validate.errors ?? []).map((error: ErrorObject) =>
    `${error.instancePath} ${error.message ?? ""}`.trim(),
  );
}

const validators = new Map<string, ValidateFunction>();

/** A schema as text, its references relative to the document. */
const rooted = (schema: object) =>
  JSON.stringify(schema).replaceAll('"#/components', '"document#/components');

/** What the document says of a method at a path; undefined when it says nothing. */
export function operationOf(method: string, path: string): OpenApiOperation | undefined {
  return document.paths[path]?.[method.toLowerCase()];
}

/** Every method and path of the document, `GET /trips`. */
export const documented: readonly string[] = Object.entries(document.paths).flatMap(
  ([path, item]) =>
    Object.keys(item)
      .filter((key) => key !== "servers")
      .map((method) => `${method.toUpperCase()} ${path}`),
);

/** What is wrong with an answer by the document: its status, or its body for that status. */
export function answerProblems(
  method: string,
  path: string,
  { status, body }: { status: number; body: unknown },
): string[] {
  const responses = operationOf(method, path)?.responses ?? {};
  const response = responses[status] ?? responses[`${Math.floor(status / 100)}XX`];
  if (response === undefined) return [`${method} ${path} answers ${status}`];
  const schema =
    "$ref" in response
      ? { $ref: `document${response.$ref}/content/application~1json/schema` }
      : response.content["application/json"].schema;
  return problems(schema, body);
}

/** What is wrong with a call by the document. */
export function callProblems({ method, path, query, headers, body }: UpstreamCall): string[] {
  const operation = operationOf(method, path);
  if (operation === undefined) return [`${method} ${path} is not in it`];
  const parameters = operation.parameters.flatMap((one) => ("$ref" in one ? [] : [one]));
  const required = parameters.filter((one) => one.required).map(({ name }) => name);
  const json = operation.requestBody?.content["application/json"].schema;
  return [
    ...[...query.keys()]
      .filter((name) => !parameters.some((one) => one.name === name))
      .map((name) => `${name} is not in it`),
    ...required.filter((name) => !query.has(name)).map((name) => `${name} is missing`),
    ...parameters.flatMap(({ name, schema }) =>
      query.getAll(name).flatMap((value) => problems(schema, plain(schema, value))),
    ),
    ...(json ? problems(json, JSON.parse(body)) : body === "" ? [] : ["a body is not in it"]),
    ...problems(
      { $ref: "document#/components/parameters/traceparent/schema" },
      headers.traceparent,
    ),
    ...(operation.security.length > 0 === /^Bearer \S+$/.test(headers.authorization ?? "")
      ? []
      : ["the bearer token is wrong"]),
  ];
}

/** A value of a query as what its schema calls it. */
const plain = ({ type }: OpenApiOperation["responses"] | { type?: unknown }, value: string) =>
  type === "integer" ? Number(value) : value;

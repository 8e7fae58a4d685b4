import { z } from "zod";
import {
  codeSentSchema,
  codeVerifiedSchema,
  deleteProfileBody,
  deletionMessages,
  deletionTimes,
  sendOtpBody,
  verifyOtpBody,
} from "../upstream/contracts/auth.server";
import {
  chartAnswer,
  chartNames,
  metricsAnswer,
  userCharts,
  type ChartName,
} from "../upstream/contracts/dashboard.server";
import { SUCCESS } from "../upstream/contracts/readings.server";
import { tripFiltersAnswer, tripsAnswer } from "../upstream/contracts/trips.server";

/** An answer as it is, or under `data` of the core API's envelope. */
const flatOrEnveloped = (answer: z.ZodType) =>
  z.union([answer, z.object({ success: SUCCESS.optional(), data: answer })]);

const deleted = z.object({ message: z.literal(deletionMessages) });

const words = z.union([z.string(), z.object({ message: z.string() })]);
const said = z.object({ message: words.optional(), error: words.optional() });

/** Bodies that go to the upstreams and come back, by the names that docs/upstream-apis.json gives them. */
const bodies = {
  Metrics: metricsAnswer,
  ...chartBodies(),
  Trips: tripsAnswer,
  TripFilters: tripFiltersAnswer,
  SendOtp: sendOtpBody,
  CodeSent: flatOrEnveloped(codeSentSchema),
  VerifyOtp: verifyOtpBody,
  CodeVerified: flatOrEnveloped(codeVerifiedSchema),
  DeleteProfile: deleteProfileBody,
  AccountDeleted: z.union([
    flatOrEnveloped(deletionTimes.extend(deleted.shape)),
    deleted.extend({ data: deletionTimes }),
  ]),
  Refusal: said.extend({ success: z.literal(false) }),
  Failure: said.extend({ success: z.literal(false).optional() }),
};

export type BodyName = keyof typeof bodies;

/** `totalUsers` -> `TotalUsers` */
export function chartBodyName<Name extends ChartName>(name: Name): Capitalize<Name> {
  return (name.charAt(0).toUpperCase() + name.slice(1)) as Capitalize<Name>; // what that type says
}

function chartBodies() {
  const bodies = chartNames.map((name) => [chartBodyName(name), chartAnswer(userCharts[name])]);
  return Object.fromEntries(bodies) as Record<Capitalize<ChartName>, z.ZodType>; // each has one
}

/** JSON Schema 2020-12, which is what OpenAPI 3.1 speaks. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/**
 * Each body in JSON Schema by its name, as it is sent: before anything is made of it here. With them the parts that
 * several have in common.
 */
export function bodySchemas(): Record<BodyName, JsonSchema> {
  const named: Record<string, JsonSchema> = {};
  for (const [name, schema] of Object.entries(bodies)) {
    const { $defs, ...body } = jsonSchema(schema);
    Object.assign(named, $defs, { [name]: body });
  }
  return named;
}

/** What may be sent or come for a schema, before its transformations. */
export function jsonSchema(schema: z.ZodType): JsonSchema {
  const json = z.toJSONSchema(schema, {
    io: "input",
    // What a reader takes for an unreadable value is its own affair.
    override: (made) => void delete made.jsonSchema.default,
  });
  const text = JSON.stringify({ ...json, $schema: undefined });
  return JSON.parse(text.replaceAll("#/$defs/", COMPONENTS)) as JsonSchema; // it was one
}

/** Where a document of OpenAPI keeps schemas. */
export const COMPONENTS = "#/components/schemas/";

import { expect, it } from "vitest";
import { z } from "zod";
import {
  accountDeletedSchema,
  codeSentSchema,
  codeVerifiedSchema,
  deleteProfileBody,
  sendOtpBody,
  verifyOtpBody,
} from "server/upstream/auth-api.server";
import {
  chartAnswer,
  chartNames,
  metricsAnswer,
  userCharts,
} from "server/upstream/contracts/dashboard.server";
import { tripFiltersAnswer, tripsAnswer } from "server/upstream/contracts/trips.server";

const charts = chartNames.map((name) => {
  return [userCharts[name].path, chartAnswer(userCharts[name])] as const;
});

const answers: Record<string, z.ZodType> = {
  "/dashboard/metrics": metricsAnswer,
  ...Object.fromEntries(charts),
  "/trips": tripsAnswer,
  "/trips/search": tripsAnswer,
  "/filters/available": tripFiltersAnswer,
  "/auth/whatsapp/send-otp": codeSentSchema,
  "/auth/whatsapp/verify-otp": codeVerifiedSchema,
  "/auth/profile/delete": accountDeletedSchema,
};

const bodies: Record<string, z.ZodType> = {
  "/auth/whatsapp/send-otp": sendOtpBody,
  "/auth/whatsapp/verify-otp": verifyOtpBody,
  "/auth/profile/delete": deleteProfileBody,
};

/** A body before zod transforms it. */
const described = (schema: z.ZodType) =>
  z.toJSONSchema(schema, {
    io: "input",
    // A fallback for an unreadable value is not a default of the API.
    override: ({ jsonSchema }) => void delete jsonSchema.default,
  });

it("docs/upstream-apis.json describes the upstreams' bodies (`npx vitest run -u` writes it)", async () => {
  const document = Object.entries(answers).map(([path, answer]) => {
    const body = bodies[path];
    return { path, ...(body && { request: described(body) }), answer: described(answer) };
  });
  const text = `${JSON.stringify(document, null, 2)}\n`;
  await expect(text).toMatchFileSnapshot("../../docs/upstream-apis.json");
});

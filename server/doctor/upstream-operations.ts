import { z } from "zod";
import { chartNames, userCharts } from "../upstream/contracts/dashboard.server";
import { chartBodyName, type BodyName } from "./upstream-schemas";

/** A call that is made upstream. */
export interface Operation {
  api: "core" | "auth";
  method: "get" | "post" | "delete";
  path: string;
  id: string;
  summary: string;
  query?: z.ZodObject;
  body?: BodyName;
  answer: BodyName;
  /** Whether it carries a bearer token. */
  bearer?: true;
}

const paging = z.object({ page: z.int().min(1), limit: z.int().min(1).max(500) });

const core = { api: "core", method: "get" } as const;
const auth = { api: "auth" } as const;

/** Every call that is made to the core and the auth API. */
export const operations: readonly Operation[] = [
  {
    ...core,
    path: "/dashboard/metrics",
    id: "metrics",
    summary: "Totals of the fleet; distance in kilometres",
    answer: "Metrics",
  },
  ...chartNames.map((name) => ({
    ...core,
    path: userCharts[name].path,
    id: name,
    summary: userCharts[name].about,
    answer: chartBodyName(name),
  })),
  {
    ...core,
    path: "/trips",
    id: "trips",
    summary: "A page of trips, the newest first; a day is one of UTC",
    query: paging.extend({ date: z.iso.date().optional(), country: z.string().min(1).optional() }),
    answer: "Trips",
  },
  {
    ...core,
    path: "/trips/search",
    id: "searchTrips",
    summary: "A page of the trips that a text is found in",
    query: paging.extend({ q: z.string().min(1), type: z.literal("all") }),
    answer: "Trips",
  },
  {
    ...core,
    path: "/filters/available",
    id: "filters",
    summary: "Countries that trips can be filtered by",
    answer: "TripFilters",
  },
  {
    ...auth,
    method: "post",
    path: "/auth/whatsapp/send-otp",
    id: "sendOtp",
    summary: "Sends a code, or warns that the account was deleted before",
    body: "SendOtp",
    answer: "CodeSent",
  },
  {
    ...auth,
    method: "post",
    path: "/auth/whatsapp/verify-otp",
    id: "verifyOtp",
    summary: "Takes a code; a registered person gets a bearer token",
    body: "VerifyOtp",
    answer: "CodeVerified",
  },
  {
    ...auth,
    method: "delete",
    path: "/auth/profile/delete",
    id: "deleteProfile",
    summary: "Deletes the account that the bearer token stands for",
    body: "DeleteProfile",
    answer: "AccountDeleted",
    bearer: true,
  },
];

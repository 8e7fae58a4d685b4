import type { DeletionPage, DeletionPlace } from "server/deletion/page.server";
import type { Problem } from "server/deletion/outcome.server";
import type { Intent } from "server/deletion/form-fields.server";

export type { DeletionPage, DeletionPlace, Intent, Problem };
export type PlaceAt<At extends DeletionPlace["at"]> = Extract<DeletionPlace, { at: At }>;
export type ReasonsPlace = PlaceAt<"reasons" | "confirm">;

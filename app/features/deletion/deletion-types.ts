import type { DeletionAnswer } from "server/deletion/requests.server";
import type { DeletionPage, DeletionPlace } from "server/deletion/page-data.server";
import type { Intent } from "server/deletion/journey.server";

/** The server's types that the views are made of. */
export type { DeletionPage, DeletionPlace, Intent };
export type Problem = NonNullable<DeletionAnswer["problem"]> & {
  /** The answer to a deletion did not reach the browser. */
  mayBeDeleted?: boolean;
};
export type PlaceAt<At extends DeletionPlace["at"]> = Extract<DeletionPlace, { at: At }>;
export type ReasonsPlace = Extract<DeletionPlace, { chosen: string[] }>;

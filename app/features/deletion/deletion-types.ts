import type { DeletionAnswer, DeletionPage } from "server/deletion/requests.server";
import type { DeletionPlace } from "server/deletion/places.server";
import type { Intent } from "server/deletion/form-fields.server";
import type { FilledMessage } from "~/content/catalogue";

export type { DeletionPage, DeletionPlace, Intent };
type FromServer = NonNullable<DeletionAnswer["problem"]>;
/** Why a form failed, according to the server's answer or to the browser; messages are ids of the catalogues. */
export type Problem = Omit<FromServer, "message" | "note"> & {
  message: FilledMessage;
  note?: FilledMessage | undefined;
  /** True if the answer to a deletion did not reach the browser. */
  mayBeDeleted?: boolean;
};
export type PlaceAt<At extends DeletionPlace["at"]> = Extract<DeletionPlace, { at: At }>;
export type ReasonsPlace = Extract<DeletionPlace, { chosen: string[] }>;

import type { DeletionAnswer, DeletionPage } from "server/deletion/requests.server";
import type { DeletionPlace } from "server/deletion/places.server";
import type { Intent } from "server/deletion/form-fields.server";
import type { FilledMessage } from "~/content/catalogue";

export type { DeletionPage, DeletionPlace, Intent };
type FromServer = NonNullable<DeletionAnswer["problem"]>;
/** Why a form failed, as the server has answered or as the browser itself knows; messages are those of the catalogues. */
export type Problem = Omit<FromServer, "message" | "note"> & {
  message: FilledMessage;
  note?: FilledMessage | undefined;
  /** The answer to a deletion did not reach the browser. */
  mayBeDeleted?: boolean;
};
export type PlaceAt<At extends DeletionPlace["at"]> = Extract<DeletionPlace, { at: At }>;
export type ReasonsPlace = Extract<DeletionPlace, { chosen: string[] }>;

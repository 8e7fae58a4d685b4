import type { DeletionAnswer } from "server/deletion/requests.server";
import type { DeletionPage } from "server/deletion/page-data.server";
import type { DeletionPlace, Intent } from "server/deletion/places.server";
import type { FilledMessage } from "~/content/catalogue";

/** The server's types that the views are made of. */
export type { DeletionPage, DeletionPlace, Intent };
type FromServer = NonNullable<DeletionAnswer["problem"]>;
/** What the server has said of a form, or what the browser knows itself; each message is one of the catalogues'. */
export type Problem = Omit<FromServer, "message" | "note"> & {
  message: FilledMessage;
  note?: FilledMessage | undefined;
  /** The answer to a deletion did not reach the browser. */
  mayBeDeleted?: boolean;
};
export type PlaceAt<At extends DeletionPlace["at"]> = Extract<DeletionPlace, { at: At }>;
export type ReasonsPlace = Extract<DeletionPlace, { chosen: string[] }>;

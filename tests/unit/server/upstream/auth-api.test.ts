import { expect, it } from "vitest";
import {
  accountDeletedSchema,
  codeSentSchema,
  codeVerifiedSchema,
} from "server/upstream/auth-api.server";

it("the auth API's moments and ids are read in the same way", () => {
  const read = (deleted_at: unknown, sessionId: unknown = null) =>
    codeSentSchema.parse({ sessionId, warning: { action: "reactivation_available", deleted_at } });
  const deletedAt = Date.UTC(2025, 7, 19, 5);
  expect(read("2025-08-19 10:00:00+05").deletedBefore).toEqual({ deletedAt });
  expect(read("1999-01-01", "").deletedBefore).toEqual({ deletedAt: null });
  expect(read(null, "9007199254740993").sessionId).toBe("9007199254740993");
  expect(codeVerifiedSchema.parse({ action: "login", token: 42 })).toMatchObject({ token: "42" });
});

it("a deletion's moment that cannot be is stated, but unknown", () => {
  const read = (fields: object) =>
    accountDeletedSchema.parse({ message: "Account deleted successfully", ...fields });
  expect(read({})).toEqual({ isStated: false, deletedAt: null });
  expect(read({ deleted_at: "yesterday" })).toEqual({ isStated: true, deletedAt: null });
  const deletedAt = Date.UTC(2025, 7, 19, 5);
  expect(read({ deletedAt })).toEqual({ isStated: true, deletedAt });
});

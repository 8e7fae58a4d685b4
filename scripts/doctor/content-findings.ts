import type { Claim } from "../../app/content/claims";
import { ok, warn, type Finding } from "../../server/operations/doctor/finding";
import type { PlaceholderList } from "../content/placeholder-lists";

/** Reports every entry of the content that is still invented, with its file. */
export function contentFindings(lists: readonly PlaceholderList[]): Finding[] {
  return lists.flatMap((list) => {
    const placeholders = list.entries.filter(({ placeholder }) => placeholder);
    return placeholders.length === 0
      ? [replaced(list)]
      : placeholders.map(({ name }) => invented(list, name));
  });
}

/** Reports every rule that the company has not decided and signed yet, because people will ask about it. */
export function claimFindings(claims: readonly Claim[]): Finding[] {
  const unsigned = claims.filter(({ signedBy }) => signedBy === null);
  const subject = "claims.ts";
  const text = "not decided: have its owner say it and sign it in app/content/claims.ts";
  return unsigned.length === 0
    ? [ok(subject, "everything that the company has to decide is signed")]
    : unsigned.map(({ rule }) => ({ ...warn(subject, text), of: `"${rule}"` }));
}

function replaced({ file }: PlaceholderList): Finding {
  return ok(file, "nothing in it is marked as a placeholder");
}

function invented({ file, kind, also }: PlaceholderList, name: string): Finding {
  const text = `invented, put your own in app/content/${file} (${kind}: ${also})`;
  return { ...warn(file, text), of: `"${name}"` };
}

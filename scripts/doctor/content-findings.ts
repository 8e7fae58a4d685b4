import type { Claim } from "../../app/content/claims";
import { ok, warn, type Finding } from "../../server/operations/doctor/finding";
import type { PlaceholderList } from "../content/placeholder-lists";

/** Every entry of the content that is still invented, and the file that waits for the company's own. */
export function contentFindings(lists: readonly PlaceholderList[]): Finding[] {
  return lists.flatMap((list) => {
    const placeholders = list.entries.filter(({ placeholder }) => placeholder);
    return placeholders.length === 0
      ? [replaced(list)]
      : placeholders.map(({ name }) => invented(list, name));
  });
}

/** Every rule that the company has yet to decide and sign, because people will ask for it. */
export function claimFindings(claims: readonly Claim[]): Finding[] {
  const open = claims.filter(({ signedBy }) => signedBy === null);
  const subject = "claims.ts";
  const text = "not decided: have its owner say it and sign it in app/content/claims.ts";
  return open.length === 0
    ? [ok(subject, "everything that the company has to decide is signed")]
    : open.map(({ rule }) => ({ ...warn(subject, text), of: `"${rule}"` }));
}

function replaced({ file }: PlaceholderList): Finding {
  return ok(file, "nothing in it is marked as a placeholder");
}

function invented({ file, kind, also }: PlaceholderList, name: string): Finding {
  const text = `invented, put your own in app/content/${file} (${kind}: ${also})`;
  return { ...warn(file, text), of: `"${name}"` };
}

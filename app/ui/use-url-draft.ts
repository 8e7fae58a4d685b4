import { useState } from "react";

/**
 * A field's text while it is being changed. It follows the URL: when the URL's value becomes another
 * one (back button, reset), the draft starts again from there; otherwise what was typed stays.
 */
export function useUrlDraft(fromUrl: string): [string, (draft: string) => void] {
  const [draft, setDraft] = useState({ fromUrl, text: fromUrl });
  if (draft.fromUrl !== fromUrl) setDraft({ fromUrl, text: fromUrl });
  return [draft.text, (text) => setDraft({ fromUrl, text })];
}

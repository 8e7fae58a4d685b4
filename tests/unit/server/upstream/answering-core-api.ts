import { createCoreApi } from "server/upstream/core-api.server";

/** A core API whose upstream answers every call with one body, and the calls it got. */
export function answering(body: unknown) {
  const calls: { path: string; query: unknown }[] = [];
  const api = createCoreApi({
    get(path, query) {
      calls.push({ path, query });
      return Promise.resolve(body);
    },
  });
  return { api, calls };
}

/** A core API whose upstream answers every call with this as `data`. */
export const ok = (data: unknown) => answering({ success: true, data }).api;

/** What an upstream states of a list of one page, and the page and limit that were asked for. */
export const pagination = {
  currentPage: 1,
  itemsPerPage: 12,
  totalItems: 1,
  hasPrevPage: false,
  hasNextPage: false,
};
export const firstPage = { page: 1, limit: 12 };

/** The error of an answer that does not fit its schema. */
export const NOT_UNDERSTOOD = {
  name: "UpstreamError",
  kind: "invalid",
  message: "API request failed: the answer was not understood",
};

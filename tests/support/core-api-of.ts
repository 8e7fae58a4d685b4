import { createCoreApi } from "server/upstream/core-api.server";
import type { HttpRequest } from "server/upstream/http-client.server";

type Answer = (
  path: string,
  query: NonNullable<HttpRequest["query"]>,
  isChosen: boolean,
) => unknown;

/** The core API over an upstream that answers with the result of a function, or a promise of it. */
export const coreApiOf = (answer: Answer) =>
  createCoreApi({
    get: async (path, query, isChosen, read) => read(await answer(path, query ?? {}, isChosen)),
  });

import type { Logger } from "../process/logger.server";
import { createAccounts } from "./auth-accounts";
import { createAuthHandlers } from "./auth-api";
import { jsonAnswer, RequestProblem, type Routes, type SandboxRequest } from "./json-exchange";
import type { Outbox } from "./outbox";

/** The auth API as routes of the sandbox's server. */
export function authRoutes(outbox: Outbox, logger: Logger): Routes {
  const handlers = createAuthHandlers({
    accounts: createAccounts(),
    outbox,
    onSent: (message) => logger.info(message, "sandbox sent a code"),
  });
  const api = Object.entries(handlers).map(([route, handler]) => [
    route,
    async (request: SandboxRequest) => {
      const { authorization } = request.headers;
      const { status, body } = handler({ body: await readJson(request), authorization });
      return jsonAnswer(status, body);
    },
  ]);
  // The entries above are handlers by route.
  return Object.fromEntries(api) as Routes;
}

async function readJson(request: SandboxRequest): Promise<unknown> {
  const text = (await request.body()).toString();
  try {
    return JSON.parse(text);
  } catch {
    throw new RequestProblem(400, "The body is not JSON");
  }
}

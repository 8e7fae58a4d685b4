import { once } from "node:events";
import { createServer } from "node:http";

/** What each of the auth API's calls answers: every phone has an account, and every code is right. */
const ANSWERS = {
  "/auth/whatsapp/send-otp": () => ({ sessionId: crypto.randomUUID(), message: "sent" }),
  "/auth/whatsapp/verify-otp": () => ({
    action: "login",
    token: `token.${crypto.randomUUID()}`,
    message: "ok",
  }),
  "/auth/profile/delete": () => ({ message: "Account deleted successfully" }),
};

/**
 * An auth API without a memory: the sandbox's has a hundred accounts, and a soak deletes more.
 *
 * @returns {Promise<{ url: string, stop: () => void }>}
 */
export async function startAuthStandIn() {
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      const answer = Object.entries(ANSWERS).find(([path]) => request.url?.endsWith(path));
      response.statusCode = answer ? 200 : 404;
      response.setHeader("Content-Type", "application/json");
      response.end(JSON.stringify(answer ? answer[1]() : {}));
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  return { url: `http://127.0.0.1:${port}`, stop: () => server.close() };
}

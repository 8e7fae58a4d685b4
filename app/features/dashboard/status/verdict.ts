import type { KeyGroup } from "server/dashboard/resources.server";
import type { SystemStatus, UpstreamStatus } from "server/operations/system-status.server";
import { errorText, groupNames, isResource, redisStatus, upstreamName } from "./status-words";

/** Something that is wrong. */
export interface Problem {
  what: string;
  /** Epoch milliseconds; null where nobody knows. */
  since: number | null;
}

/**
 * Everything that is wrong, the causes first; nothing when all is well.
 *
 * @param now the server's clock, epoch milliseconds
 */
export function problemsOf(system: SystemStatus, now: number): Problem[] {
  const { upstreams, redis, answers, eventStreams, exports } = system;
  return [
    ...upstreams.flatMap(upstreamProblem),
    ...(redis && redis.state !== "up"
      ? [{ what: `Redis: ${redisStatus(redis).words}`, since: redis.lastSuccess }]
      : []),
    ...answers
      // What one visitor looked for may fail for that visitor alone.
      .filter(({ name, failing }) => failing > 0 && isResource(name))
      .map((group) => answersProblem(group, now)),
    ...(eventStreams.open >= eventStreams.most
      ? [{ what: "All places for live connections are taken", since: null }]
      : []),
    ...(exports.open >= exports.most
      ? [{ what: "All places for exports are taken", since: null }]
      : []),
  ];
}

function upstreamProblem({ name, failingSince, lastFailure }: UpstreamStatus): Problem[] {
  if (failingSince === null || lastFailure === null) return [];
  return [{ what: `${upstreamName(name)} fails: ${errorText(lastFailure)}`, since: failingSince }];
}

function answersProblem(group: KeyGroup, now: number): Problem {
  const { name, keys, youngestMs, lastError } = group;
  const reason = lastError ? `, ${errorText(lastError)}` : "";
  return {
    what: `${groupNames[name]}: nothing newer${reason}`,
    // Of one answer it is known when it came; of several when the last try failed.
    since: keys === 1 && youngestMs !== null ? now - youngestMs : (lastError?.at ?? null),
  };
}

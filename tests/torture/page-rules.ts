import { grouped, INSTANCE, type Rule } from "./record";

/** A moment is named when an answer has come, which may take as long as an upstream may: 5 s. */
const NAMED_LATE_MS = 6_000;

/** Two upstream deadlines and patience with a busy machine; and what the proxy waits for an instance that hangs. */
const [LONGEST_MS, LONGEST_HANGING_MS] = [40_000, 90_000];

/** The proxy asks an instance how it is twice before it believes it. */
const NOTICED_MS = 15_000;

/** Later than that it is another press. */
const PRESS_TOGETHER_MS = 2_000;

export const pageRules = {
  "nobody sees what is somebody else's": (record) =>
    record.requests.flatMap(({ person, to, path, seen }) => {
      const own = record.people.get(person);
      const foreign = [
        ...(seen?.marks.filter((mark) => mark !== own?.mark) ?? []),
        ...(seen?.phones.filter((digits) => !own?.phone.endsWith(digits)) ?? []),
      ];
      return foreign.map((text) => ({ at: to, text: `person ${person} sees ${text} at ${path}` }));
    }),

  "two presses of one form have one answer"(record) {
    const forms = grouped(record.requests, ({ person, visit, intent, idempotencyKey }) =>
      intent === undefined ? undefined : [person, visit, intent, idempotencyKey].join(" "),
    );
    return forms.flatMap((presses) => {
      const taken = presses.find(({ status }) => status === 303);
      if (taken === undefined) return [];
      return presses
        .filter(({ status, byProxy }) => status !== null && status >= 400 && !byProxy)
        .filter(({ from, to }) => from <= (presses[0]?.to ?? 0) && to > taken.to)
        .filter(({ to }) => to - taken.from < PRESS_TOGETHER_MS)
        .filter(({ from, to }) => record.during(from - NOTICED_MS, to, ...INSTANCE).length === 0)
        .map(({ to, person, intent, status }) => ({
          at: to,
          text: `person ${person} is told ${status} by '${intent}', which another press had done`,
        }));
    });
  },

  "no figure is older than its label": ({ requests }) =>
    requests.flatMap(({ person, to, path, seen }) =>
      (seen?.figures ?? [])
        .filter(({ trueAt, label }) => label - trueAt > NAMED_LATE_MS)
        .map(({ trueAt, label }) => ({
          at: to,
          text: `person ${person} sees at ${path} a figure ${label - trueAt} ms older than it says`,
        })),
    ),

  "every request is answered": (record) =>
    record.requests.flatMap(({ from, to, method, path, status, error, byProxy, sentAgain }) => {
      const isExcused = record.during(from - NOTICED_MS, to, ...INSTANCE).length > 0;
      const wrong = (text: string) => [{ at: to, text: `${method} ${path}: ${text}` }];
      if (sentAgain) return [];
      if (status === null) return wrong(`no answer (${error})`);
      if (status === 500) return wrong("500");
      if (byProxy && !isExcused) return wrong(`${status} by the proxy, and no instance was away`);
      const longest = isExcused ? LONGEST_HANGING_MS : LONGEST_MS;
      return to - from > longest ? wrong(`after ${to - from} ms`) : [];
    }),
} satisfies { [name: string]: Rule };

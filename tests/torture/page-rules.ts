import { grouped, INSTANCE, type Rule } from "./record";

/** The label's time is taken when the answer arrives, at most an upstream's deadline (5 s) after the figure. */
const LABEL_DELAY_MS = 6_000;

/** Two upstream deadlines with room for a busy machine; and the proxy's timeout for a hanging instance. */
const [MAX_MS, MAX_HANGING_MS] = [40_000, 90_000];

/** The proxy needs two health checks to notice a change. */
const NOTICED_MS = 15_000;

/** Later submissions count as a new press. */
const PRESS_TOGETHER_MS = 2_000;

export const pageRules = {
  "nobody sees another person's data": (record) =>
    record.requests.flatMap(({ person, to, path, seen }) => {
      const identity = record.people.get(person);
      const foreign = [
        ...(seen?.marks.filter((mark) => mark !== identity?.mark) ?? []),
        ...(seen?.phones.filter((digits) => !identity?.phone.endsWith(digits)) ?? []),
      ];
      return foreign.map((text) => ({ at: to, text: `person ${person} sees ${text} at ${path}` }));
    }),

  "two presses of one form get the same answer"(record) {
    const forms = grouped(record.requests, ({ person, visit, intent, idempotencyKey }) =>
      intent === undefined ? undefined : [person, visit, intent, idempotencyKey].join(" "),
    );
    return forms.flatMap((presses) => {
      const accepted = presses.find(({ status }) => status === 303);
      if (accepted === undefined) return [];
      return presses
        .filter(({ status, byProxy }) => status !== null && status >= 400 && !byProxy)
        .filter(({ from, to }) => from <= (presses[0]?.to ?? 0) && to > accepted.to)
        .filter(({ to }) => to - accepted.from < PRESS_TOGETHER_MS)
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
        .filter(({ trueAt, label }) => label - trueAt > LABEL_DELAY_MS)
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
      const longest = isExcused ? MAX_HANGING_MS : MAX_MS;
      return to - from > longest ? wrong(`after ${to - from} ms`) : [];
    }),
} satisfies { [name: string]: Rule };

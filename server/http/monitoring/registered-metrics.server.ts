import { Counter, Gauge, Histogram, type Registry } from "prom-client";

/** The value of a metric under some labels. */
export type Sample<Label extends string> = readonly [labels: Record<Label, string>, value: number];

type Read<Label extends string> = () =>
  | readonly Sample<Label>[]
  | Promise<readonly Sample<Label>[]>;

/** Makes metrics that a registry exposes, by their name, their help and the names of their labels. */
export function metricsIn(registry: Registry) {
  const registers = [registry];
  return {
    counter: <Label extends string>(name: string, help: string, labelNames: Label[] = []) =>
      new Counter({ name, help, labelNames, registers }),

    histogram: <Label extends string>(
      name: string,
      help: string,
      labelNames: Label[],
      buckets: number[],
    ) => new Histogram({ name, help, labelNames, buckets, registers }),

    /** A gauge that is read whenever the metrics are asked for. */
    readGauge: <Label extends string>(
      name: string,
      help: string,
      labelNames: Label[],
      read: Read<Label>,
    ): void => {
      const collect = (): Promise<void> => update(gauge, read, (...sample) => gauge.set(...sample));
      const gauge = new Gauge({ name, help, labelNames, registers, collect });
    },

    /** A counter that is read whenever the metrics are asked for: something else counts. */
    readCounter: <Label extends string>(
      name: string,
      help: string,
      labelNames: Label[],
      read: Read<Label>,
    ): void => {
      const collect = (): Promise<void> =>
        update(counter, read, (...sample) => counter.inc(...sample));
      const counter = new Counter({ name, help, labelNames, registers, collect });
    },
  };
}

/** Puts what is read in the place of what a metric had. */
async function update<Label extends string>(
  metric: { reset: () => void },
  read: Read<Label>,
  take: (...sample: Sample<Label>) => void,
): Promise<void> {
  const samples = await read();
  metric.reset();
  for (const sample of samples) take(...sample);
}

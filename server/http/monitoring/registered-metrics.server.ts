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
      const collect = async () => {
        const samples = await read();
        gauge.reset();
        for (const [labels, value] of samples) gauge.set(labels, value);
      };
      const gauge = new Gauge({ name, help, labelNames, registers, collect });
    },

    /** A counter that is read whenever the metrics are asked for: something else counts. */
    readCounter: <Label extends string>(
      name: string,
      help: string,
      labelNames: Label[],
      read: Read<Label>,
    ): void => {
      const collect = async () => {
        const samples = await read();
        counter.reset();
        for (const [labels, value] of samples) counter.inc(labels, value);
      };
      const counter = new Counter({ name, help, labelNames, registers, collect });
    },
  };
}

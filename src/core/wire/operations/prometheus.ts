// The text format of Prometheus, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/

export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface Sample {
  /** Appended to the metric's name: only a histogram's samples have one. */
  suffix?: string;
  /** Their values need no escaping: they are names and numbers of our own. */
  labels?: Record<string, string>;
  value: number;
}

type Values = number | readonly Sample[];

/**
 * Its keys are the names of the metrics. A number is the only sample. What ends in `_total` is a counter; what has no
 * samples is left out.
 */
export function prometheusText<Name extends string>(
  help: Record<Name, string>,
  values: Record<Name, Values>,
): string {
  return (Object.keys(help) as Name[]).map((name) => metricText(name, help[name], values[name])).join("");
}

function metricText(name: string, help: string, given: Values): string {
  const samples = typeof given === "number" ? [{ value: given }] : given;
  if (samples.length === 0) return "";
  const isHistogram = samples.some(({ suffix }) => suffix !== undefined);
  const type = isHistogram ? "histogram" : name.endsWith("_total") ? "counter" : "gauge";
  const lines = samples.map(({ suffix = "", labels = {}, value }: Sample) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${suffix}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

export function samplesBy(label: string, values: Record<string, number>): Sample[] {
  return Object.entries(values).map(([text, value]) => ({ labels: { [label]: text }, value }));
}

export function secondsSince(at: number | null, now: number): number {
  return at === null ? 0 : Math.max(0, now - at) / 1000;
}

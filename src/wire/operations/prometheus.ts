// The text format of Prometheus, version 0.0.4: https://prometheus.io/docs/instrumenting/exposition_formats/

export const PROMETHEUS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export interface Sample {
  /** Appended to the family's name, as `_bucket` is in a histogram. */
  suffix?: string;
  /** Their values need no escaping: they are names and numbers of our own. */
  labels?: Record<string, string>;
  value: number;
}

export interface Family {
  name: string;
  type: "counter" | "gauge" | "histogram";
  help: string;
  samples: readonly Sample[];
}

export function prometheusText(families: readonly Family[]): string {
  return families.map(familyText).join("");
}

function familyText({ name, type, help, samples }: Family): string {
  const lines = samples.map(({ suffix = "", labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([label, text]) => `${label}="${text}"`);
    return `${name}${suffix}${pairs.length === 0 ? "" : `{${pairs.join(",")}}`} ${value}\n`;
  });
  return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join("")}`;
}

// What the comparison says of its measurements.
export const JOBS = ["create", "read", "poll", "list", "pay", "refund"] as const;
export type Job = (typeof JOBS)[number];
/** In a database that is new, and once it has 100,000 payments more. */
export type Phase = "new" | "grown";

/** Processor time of one request in milliseconds, which is seconds per 1,000. */
export interface Result extends Record<Phase, Partial<Record<Job, number>>> {
  name: string;
  startSeconds: number;
  /** Idle, and after the job. */
  memoryMb: number[];
  paid: number;
  /** How many said that a payment is paid, by its id. */
  webhooks: Map<string, number>;
}

export function comparisonOf(results: readonly Result[]): string {
  const row = (title: string, of: (result: Result) => string) =>
    `| ${[title, ...results.map(of)].join(" | ")} |`;
  const jobRows = (phase: Phase, suffix = "") =>
    JOBS.filter((job) => results[0]?.[phase][job] !== undefined).map((job) =>
      row(job + suffix, (result) => textOf(result[phase][job])),
    );
  const doubledOf = ({ webhooks }: Result) => [...webhooks.values()].filter((count) => count > 1).length;
  return [
    row("CPU seconds per 1,000", ({ name }) => name),
    `|---|${results.map(() => "--:|").join("")}`,
    ...jobRows("new"),
    ...jobRows("grown", ", 100,000 more payments"),
    row("webhooks lost", ({ paid, webhooks }) => `${paid - webhooks.size} of ${paid}`),
    row("webhooks doubled", (result) => `${doubledOf(result)} of ${result.paid}`),
    row("memory idle, after the job (MB)", ({ memoryMb }) => memoryMb.map(Math.round).join(", ")),
    row("first start (s)", ({ startSeconds }) => startSeconds.toFixed(0)),
  ].join("\n");
}

function textOf(cpu = Number.NaN): string {
  return cpu.toFixed(cpu < 10 ? 2 : cpu < 100 ? 1 : 0);
}

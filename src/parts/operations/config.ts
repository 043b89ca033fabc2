import { readToken } from "#core/lib/variables.ts";

export const config = {
  metricsToken: ({ METRICS_TOKEN }: Env) => readToken("METRICS_TOKEN", METRICS_TOKEN),
};

declare global {
  interface PartConfig {
    /** It is null when only administrators may read the metrics. */
    metricsToken: string | null;
  }
}

import type { PartOpenApi } from "#core/part.ts";

export const openapi = {
  words: {
    readMetrics: ["Read the metrics", "In the text format of Prometheus, version 0.0.4."],
    describeDeployment: [
      "See what the Worker was deployed with",
      "Which variables, bindings and migrations are there, never their values. `npm run doctor` says what is missing. The `Server-Timing` of the response has a call of D1, of an object and of the ledger each: how far they are from the Worker.",
    ],
    listMasterKeys: [
      "See which master keys are in use",
      "Counts the webhook secrets and signing keys that are sealed under each.",
    ],
    resealValues: [
      "Move sealed values to the current master key",
      "Moves at most 200 values that are under an old key. Repeat it until `remaining` is 0; it can be stopped at any time.",
    ],
  },
  access: {
    admin_or_scraper: {
      callers: "platform administrators, and the monitoring system with `METRICS_TOKEN` as its bearer token",
      audiences: ["operator"],
      refusals: ["forbidden"],
    },
  },
  textExamples: {
    "text/plain": `# HELP payments_refunds_total Refunds by what happened to them.
# TYPE payments_refunds_total counter
payments_refunds_total{event="requested"} 3
`,
  },
} satisfies PartOpenApi;

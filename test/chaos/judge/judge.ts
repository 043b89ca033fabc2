// Finds what cannot be true at the same time. It changes nothing and asks nobody, so that tests can plant each fault.
import { compareDesks } from "./desks.ts";
import type { Disagreement, Evidence } from "./evidence.ts";
import { compareHistory } from "./history.ts";
import { compareIntents } from "./intents.ts";
import { compareLedger } from "./ledger.ts";
import { compareLists } from "./lists.ts";
import { comparePlaces } from "./shards.ts";
import { compareWebhooks } from "./webhooks.ts";

/** Empty when nothing was lost or doubled and nothing is stuck. */
export function judge(evidence: Evidence): Disagreement[] {
  return [
    compareIntents,
    compareLedger,
    compareDesks,
    compareHistory,
    compareWebhooks,
    compareLists,
    comparePlaces,
  ].flatMap((compare) => compare(evidence));
}

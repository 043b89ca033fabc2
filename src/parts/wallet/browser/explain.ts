// Why something did not work, in the customer's language: the service's own words are for programs.
import { isRateLimited, type Outcome } from "#pages/browser/kit/exchange.ts";
import type { Speech } from "./language.ts";

export function explain(outcome: Exclude<Outcome<unknown>, { kind: "ok" }>, { texts }: Speech): string {
  if (outcome.kind === "lost") return texts.noConnection;
  return isRateLimited(outcome) ? texts.busy : texts.failed;
}

// Why something did not work, in the customer's language: the service's own words are for programs.
import type { Outcome } from "../kit/exchange.ts";
import type { Speech } from "./language.ts";

export function explain(outcome: Exclude<Outcome<unknown>, { kind: "ok" }>, { texts }: Speech): string {
  if (outcome.kind === "lost") return texts.noConnection;
  return outcome.status === 429 ? texts.busy : texts.failed;
}

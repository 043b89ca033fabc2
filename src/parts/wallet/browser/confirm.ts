import { askFirst, type Question } from "#pages/browser/kit/confirm.ts";
import { explain } from "./explain.ts";
import type { Speech } from "./language.ts";

/** `refusals`: why it was refused, where the customer can do something about it. */
export function confirmFirst(
  speech: Speech,
  { refusals = {}, ...question }: Question & { refusals?: Record<string, string> },
): void {
  askFirst(question, {
    ...speech.texts,
    explain: (outcome) =>
      (outcome.kind === "refused" ? refusals[outcome.code] : undefined) ?? explain(outcome, speech),
  });
}

// A question before what cannot easily be undone.
import { button } from "../kit/elements.ts";
import type { Outcome } from "../kit/exchange.ts";
import { h } from "../kit/h.ts";
import { openSheet } from "../kit/sheet.ts";
import { explain } from "./explain.ts";
import type { Speech } from "./language.ts";

interface Question {
  title: string;
  text: string;
  action: string;
  run(): Promise<Outcome<unknown>>;
  done(): void;
  /** Why it was refused, where the customer can do something about it. */
  refusals?: Record<string, string>;
}

/** The question stays open, and says what went wrong, until it has succeeded. */
export function confirmFirst(
  speech: Speech,
  { title, text, action, run, done, refusals = {} }: Question,
): void {
  const problem = h("p", { class: "warning", role: "alert" });
  const tryIt = async () => {
    const outcome = await run();
    if (outcome.kind === "ok") {
      close();
      return done();
    }
    const known = outcome.kind === "refused" ? refusals[outcome.code] : undefined;
    problem.textContent = known ?? explain(outcome, speech);
  };
  const confirm = button(action, tryIt, "big danger");
  const cancel = h("button", { type: "button", class: "big", click: () => close() }, speech.texts.cancel);
  const content = h("div", { class: "menu" }, h("p", {}, text), problem, cancel, confirm);
  const close = openSheet({ title, close: speech.texts.close, className: "middle", content });
}

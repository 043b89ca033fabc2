// A question before what cannot easily be undone.
import { button } from "./elements.ts";
import type { Outcome } from "./exchange.ts";
import { h } from "./h.ts";
import { openSheet } from "./sheet.ts";

export interface Question {
  title: string;
  text: string;
  action: string;
  run(): Promise<Outcome<unknown>>;
  done(): void;
}

interface Words {
  close: string;
  cancel: string;
  explain(outcome: Exclude<Outcome<unknown>, { kind: "ok" }>): string;
}

/** The question stays open, and says what went wrong, until it has succeeded. */
export function askFirst({ title, text, action, run, done }: Question, words: Words): void {
  const problem = h("p", { class: "warning", role: "alert" });
  const tryIt = async () => {
    const outcome = await run();
    if (outcome.kind === "ok") {
      close();
      return done();
    }
    problem.textContent = words.explain(outcome);
  };
  const confirm = button(action, tryIt, "big danger");
  const cancel = h("button", { type: "button", class: "big", click: () => close() }, words.cancel);
  const content = h("div", { class: "menu" }, h("p", {}, text), problem, cancel, confirm);
  const close = openSheet({ title, close: words.close, className: "middle", content });
}

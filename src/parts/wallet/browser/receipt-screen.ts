// What a customer keeps of a top-up, a pay-out or whatever else is no payment.
import { amountLine } from "#pages/browser/kit/elements.ts";
import { h } from "#pages/browser/kit/h.ts";
import { playMoneyBadge } from "#pages/browser/kit/play-money.ts";
import { readTransaction, type Transaction } from "./api.ts";
import { signedAmount, statusOf, typeOf } from "./history-screen.ts";
import { load } from "./load.ts";
import { factsOf, keepingActions, momentOf, numberFact } from "./receipt.ts";
import type { App, Screen } from "./screen.ts";
import { doneLink } from "./step-screen.ts";

export function receiptScreen(app: App): Screen {
  const { speech } = app;
  const { receipt, history } = speech.texts;
  const query = new URLSearchParams(location.search);
  const element = h("section", { class: "sale", role: "status" });
  const receiptOf = (line: Transaction) => {
    const type = typeOf(line, speech);
    const time = momentOf(line.created_at, speech);
    const amount = signedAmount(line, speech);
    const { desk_name: desk, number } = line;
    const kept = [type, desk, amount, time, number].filter((text) => text !== null);
    return [
      h("h2", {}, type),
      h(
        "p",
        { class: "explanation" },
        statusOf(line, speech),
        playMoneyBadge(app.isSandbox ? "sandbox" : "live", speech.language),
      ),
      amountLine(amount),
      factsOf([
        [receipt.desk, desk],
        [receipt.time, time],
        [receipt.number, numberFact(number)],
        [history.types.top_up, numberFact(line.corrects_number)],
      ]),
      h(
        "div",
        { class: "actions" },
        doneLink(app),
        keepingActions({ title: type, text: kept.join("\n") }, app),
      ),
    ];
  };
  const read = () => readTransaction(query.get("of") ?? "", query.get("cursor"));
  void load(app, element, read, receiptOf);
  return { title: receipt.title, element };
}

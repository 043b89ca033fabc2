// Time, and what goes wrong.

import type { Wire } from "#core/wire/shared/wire-types.ts";
import { button, card, setText } from "#pages/browser/kit/elements.ts";
import { h } from "#pages/browser/kit/h.ts";
import type { Context, View } from "./context.ts";
import { readFaults } from "./state.ts";
import type { Texts } from "./texts/en.ts";

const MINUTES = [1, 15, 60, 1440] as const;
const FAULTS: readonly (keyof Texts["faults"])[] = [
  "wallet_empty",
  "ledger_slow",
  "refund_refused",
  "endpoint_down",
  "endpoint_slow",
  "endpoint_gone",
];

export function controlsView(context: Context): View {
  const { playground, texts } = context;
  const { shop } = playground;
  const moved = h("p", { class: "moved", role: "status" });
  const inOrder = (work: () => Promise<void>) => {
    const done = playground.controlled.then(work);
    playground.controlled = done.catch(() => {});
    return done;
  };
  const advance = async (minutes: number) => {
    const { payment_intents, retries } = await shop.asMerchant<Wire<"SandboxClockResponse">>(
      "POST",
      "/sandbox/v1/clock",
      {
        minutes,
      },
    );
    setText(moved, texts.moved(payment_intents, retries));
  };
  const buttons = MINUTES.map((minutes) =>
    button(texts.later(minutes), () => context.run(() => inOrder(() => advance(minutes)))),
  );
  /** Choices on their way to the service: until they are there, the switches show them. */
  let choices = 0;
  const choose = async () => {
    choices += 1;
    try {
      await inOrder(saveChoices);
    } finally {
      choices -= 1;
    }
  };
  const saveChoices = async () => {
    const faults = FAULTS.filter((_, index) => switches[index]?.checked);
    await shop.asMerchant("PUT", "/sandbox/v1/faults", { faults });
    await readFaults(playground);
  };
  const switches = FAULTS.map((name) =>
    h("input", {
      type: "checkbox",
      role: "switch",
      id: `fault-${name}`,
      change: () => void context.run(choose),
    }),
  );
  const rows = FAULTS.map((name, index) => {
    const { title, text } = texts.faults[name];
    const words = h("span", {}, h("strong", {}, title), h("span", {}, text));
    return h("label", { class: "switch" }, switches[index] ?? null, words);
  });
  return {
    element: card(
      "controls",
      texts.controls,
      texts.controlsHint,
      h("h3", {}, texts.clock),
      h("div", { class: "row" }, ...buttons),
      moved,
      h("h3", {}, texts.faultsTitle),
      ...rows,
    ),
    update() {
      if (choices > 0) return;
      for (const [index, name] of FAULTS.entries()) {
        const input = switches[index];
        if (input !== undefined) input.checked = playground.faults.includes(name);
      }
    },
  };
}

// Between the till and the customer's screen, two windows of one browser.
import type { Sale } from "#pages/browser/device/sale.ts";

export interface CustomerView {
  step: Sale["step"] | "idle" | "amount" | "closed";
  merchant: string;
  logo: string | null;
  language: string;
  /** Decimal text. */
  amount: string | null;
  currency: string | null;
  isDeclined: boolean;
  /** The image of the code. */
  code: string | null;
}

type Message = { type: "show"; view: CustomerView } | { type: "opened" };

const CHANNEL = "till";

/** Shows views on the customer's screen, also on one that is opened later; null leaves that to another tab. */
export function showToCustomer(): (view: CustomerView | null) => void {
  const channel = new BroadcastChannel(CHANNEL);
  let last: CustomerView | null = null;
  const send = () => {
    if (last !== null) channel.postMessage({ type: "show", view: last } satisfies Message);
  };
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.type === "opened") send();
  });
  addEventListener("pagehide", () => {
    if (last !== null)
      channel.postMessage({ type: "show", view: { ...last, step: "closed" } } satisfies Message);
  });
  addEventListener("pageshow", send);
  return (view) => {
    last = view;
    send();
  };
}

export function onCustomerView(show: (view: CustomerView) => void): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.addEventListener("message", ({ data }: MessageEvent<Message>) => {
    if (data.type === "show") show(data.view);
  });
  channel.postMessage({ type: "opened" } satisfies Message);
}

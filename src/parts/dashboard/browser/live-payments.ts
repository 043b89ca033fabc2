// Keeps a list of payments as it is now. Only those are read of which the feed says that something has happened to them.

import { assumedNow } from "#pages/browser/kit/clock.ts";
import { fill, h } from "#pages/browser/kit/h.ts";
import type { PaymentIntent, StoredEvent } from "#sdk/index.ts";
import { request } from "./api/request.ts";
import { button } from "./components/button.ts";
import { announce } from "./components/notice.ts";
import { followFeed } from "./follow-feed.ts";
import { type Admitted, newestFirst } from "./payment-search.ts";
import { t } from "./text.ts";

/** So many are read by themselves; for more, the list is read again. */
const READ_MAX = 25;

interface LiveList {
  element: HTMLElement;
  /** What is shown; none before it has been read. */
  shown(): readonly PaymentIntent[];
  /** Whether a new payment belongs to what was searched for. */
  admits(payment: Admitted): boolean;
  isFirstPage(): boolean;
  /** Shows these instead. */
  put(payments: PaymentIntent[]): void;
  reload(): void;
  goToFirstPage(): void;
}

interface LivePayments {
  /** Says how many are new, while the reader is elsewhere in the list: no row moves then. */
  notice: HTMLElement;
  /** Has to be called when other payments are shown. */
  settle(): void;
}

export function followPayments(list: LiveList): LivePayments {
  const notice = h("div", { class: "fresh", role: "status" });
  const openedAt = new Date(assumedNow()).toISOString();
  let fresh: PaymentIntent[] = [];
  const settle = () => {
    const shown = idsOf(list.shown());
    fresh = fresh.filter((payment) => !shown.has(payment.id) && list.admits(payment));
    const onclick = () => {
      scrollTo(0, 0);
      if (list.isFirstPage()) take();
      else list.goToFirstPage();
    };
    fill(notice, fresh.length > 0 && button({ label: t.payments.fresh(fresh.length), onclick }));
  };
  const take = () => list.put([...fresh, ...list.shown()].sort(newestFirst));
  const isUndisturbed = () =>
    list.isFirstPage() &&
    list.element.getBoundingClientRect().top >= 0 &&
    !list.element.contains(document.activeElement);
  const hear = async (events: readonly StoredEvent[]) => {
    const known = idsOf([...list.shown(), ...fresh]);
    const intents = events.map(({ data }) => data.payment_intent);
    const isNew = (intent: Admitted & Pick<PaymentIntent, "created_at">) =>
      intent.created_at > openedAt && list.admits(intent);
    const ids = idsOf(intents.filter((intent) => known.has(intent.id) || isNew(intent)));
    if (ids.size > READ_MAX) return list.reload();
    if (ids.size === 0) return;
    const read = new Map((await Promise.all([...ids].map(readPayment))).map((each) => [each.id, each]));
    const shown = list.shown();
    const others = fresh.filter(({ id }) => !ids.has(id));
    fresh = [...others, ...read.values()].filter(({ id }) => !idsOf(shown).has(id));
    if (shown.some(({ id }) => ids.has(id))) list.put(shown.map((each) => read.get(each.id) ?? each));
    settle();
    if (fresh.length === 0 || !isUndisturbed()) return;
    announce(t.payments.fresh(fresh.length));
    take();
  };
  followFeed({ element: list.element, hear, lose: list.reload });
  return { notice, settle };
}

async function readPayment(id: string): Promise<PaymentIntent> {
  return (await request("getPaymentIntent", { ids: [id] })).payment_intent;
}

function idsOf(payments: readonly Pick<PaymentIntent, "id">[]): Set<string> {
  return new Set(payments.map(({ id }) => id));
}

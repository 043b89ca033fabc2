// An owner's first page: what was earned today and in the days before, the last payments, and what needs someone.

import { decimalText } from "#core/domain/money.ts";
import { addDays, dateIn } from "#core/lib/local-time.ts";
import { assumedNow } from "#pages/browser/kit/clock.ts";
import { guessCurrency } from "#pages/browser/kit/currencies.ts";
import { exchangeAs } from "#pages/browser/kit/exchange.ts";
import { type Child, h } from "#pages/browser/kit/h.ts";
import type { Counter, PaymentIntent, Till, Total } from "#sdk/index.ts";
import type { ResponseOf } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { linkButton } from "../components/button.ts";
import { dayBars } from "../components/day-bars.ts";
import { section, viewUnder } from "../components/page.ts";
import { region } from "../components/region.ts";
import { bodyOf, rowOf, tableOf } from "../components/table.ts";
import { readCounters } from "../counters-by-id.ts";
import { followFeed } from "../follow-feed.ts";
import { icon } from "../icons.ts";
import { readNeeds, readTills } from "../needs.ts";
import { BASE, type View } from "../router.ts";
import { isOwner, shopSettings, timeZone } from "../session.ts";
import { dayName, hourNow, money, t, weekday } from "../text.ts";
import { paymentColumns } from "./payment-line.ts";

const LAST = 5;
/** With events of payments, not without. */
const AT_MOST_EVERY_MS = 60_000;

type Totals = ResponseOf<"getTotals">;

interface Read {
  totals: Totals;
  payments: PaymentIntent[];
  counters: Map<string, Counter>;
  tills: Till[];
  /** Whether this browser is one of them. */
  isTill: boolean;
  needs: Child[];
}

export function homeView(): View {
  const today = region<Read>({ read, show });
  let readAt = Date.now();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const reload = () => {
    clearTimeout(timer);
    timer = setTimeout(
      () => {
        readAt = Date.now();
        if (today.element.isConnected) today.reload();
      },
      Math.max(0, readAt + AT_MOST_EVERY_MS - Date.now()),
    );
  };
  const hear = async (events: readonly unknown[]) => {
    if (events.length > 0) reload();
  };
  followFeed({ element: today.element, hear, lose: reload });
  const hour = hourNow(timeZone());
  const title = hour < 5 || hour >= 18 ? t.home.evening : hour < 12 ? t.home.morning : t.home.afternoon;
  return viewUnder(
    { title, intro: `${dayName(dateIn(timeZone(), assumedNow()))} · ${timeZone()}` },
    today.element,
  );
}

async function read(): Promise<Read> {
  const today = dateIn(timeZone(), assumedNow());
  const [totals, { payment_intents: payments }, counters] = await Promise.all([
    request("getTotals", { query: { from: addDays(today, -7), to: today, by: "day" } }),
    request("listPaymentIntents", { query: { limit: LAST } }),
    readCounters(),
  ]);
  const tills = await readTills(counters.values());
  const [isTill, needs] = await Promise.all([
    isBeginning(totals, payments) && isTillHere(),
    readNeeds(counters, tills),
  ]);
  return { totals, payments, counters, tills, isTill, needs };
}

/** Whether nothing was sold, as far as what is shown tells: the week's totals, and the last payments for what is older. */
function isBeginning({ totals }: Totals, payments: readonly PaymentIntent[]): boolean {
  return isOwner() && totals.length === 0 && payments.every(({ status }) => status !== "completed");
}

async function isTillHere(): Promise<boolean> {
  const session = await exchangeAs("till")(
    "GET",
    "/session",
    {},
    (body: { session: unknown }) => body.session,
  );
  return session.kind === "ok" && session.value !== null;
}

function show(found: Read): Child {
  const { totals, payments, counters, needs } = found;
  const all = h("div", {}, linkButton({ label: t.home.all, href: `${BASE}/payments` }));
  return h(
    "div",
    { class: "home" },
    h(
      "div",
      { class: "stack" },
      currenciesOf(totals).map((currency) => dayCard(totals, currency)),
    ),
    h(
      "div",
      { class: "stack" },
      firstSteps(found),
      section(
        t.home.needs,
        needs.length === 0
          ? h("p", { class: "soft card" }, t.home.nothing)
          : h("ul", { class: "needs card" }, needs),
      ),
    ),
    payments.length === 0
      ? null
      : h("div", { class: "home-last" }, section(t.home.last, paymentLines(payments, counters), all)),
  );
}

/** They are refunded where all of them are. */
function paymentLines(payments: readonly PaymentIntent[], counters: Map<string, Counter>): HTMLElement {
  const columns = paymentColumns(counters, () => {}).filter(({ kind }) => kind !== "actions");
  const rows = payments.map((payment) => rowOf(payment, columns));
  return tableOf({ caption: t.home.last, columns, kind: "payments" }, [bodyOf(null, rows)]);
}

/** Before anything was earned, that which the shop sells in. */
function currenciesOf({ totals }: Totals): string[] {
  if (totals.length === 0) return [shopSettings()?.currency ?? guessCurrency()];
  return totals.map(({ currency }) => currency);
}

function dayCard({ days = [], to }: Totals, currency: string): HTMLElement {
  const zero = decimalText(0, currency);
  const nothing = { count: 0, amount_decimal: zero };
  const of = (at: number): Pick<Total, "paid" | "refunded" | "net"> | undefined =>
    days.at(at)?.totals.find((total) => total.currency === currency);
  const { paid = nothing, refunded = nothing, net = nothing } = of(-1) ?? {};
  const before = days[0]?.date ?? to;
  const weekAgo = money(of(0)?.net.amount_decimal ?? zero, currency);
  const amounts = days
    .slice(1)
    .map(({ date }, n) => ({ date, amount: of(n + 1)?.net.amount_decimal ?? zero }));
  return h(
    "section",
    { class: "card day-card" },
    h("h2", { class: "soft" }, `${t.home.net} · ${currency}`),
    h("p", { class: "amount" }, h("bdi", {}, money(net.amount_decimal, currency))),
    h("p", {}, `${t.totals.payments(paid.count)} · ${t.totals.refunds(refunded.count)}`),
    h("p", { class: "soft small" }, t.home.weekAgo(weekday(before), weekAgo)),
    dayBars(amounts, currency, to),
  );
}

/** Until the first sale. Each step that is not done has its button. A browser that is no till sells by a payment's code. */
function firstSteps({ totals, payments, counters, tills, isTill }: Read): Child {
  if (!isBeginning(totals, payments)) return null;
  const [counter] = [...counters.values()].filter(({ status }) => status === "active");
  const atCounter = counter === undefined ? `${BASE}/counters` : `${BASE}/counters/${counter.id}`;
  const steps = [
    { text: t.home.makeCounter, isDone: counter !== undefined, href: `${BASE}/counters` },
    { text: t.tills.pair, isDone: tills.length > 0, href: atCounter },
    { text: t.home.sell, isDone: false, href: isTill ? "/pos" : `${BASE}/payments/new` },
  ];
  const next = steps.findIndex(({ isDone }) => !isDone);
  const lines = steps.map(({ text, isDone, href }, at) =>
    h(
      "li",
      { class: isDone ? "done" : null },
      isDone ? icon("check") : h("span", { class: "step-number", "aria-hidden": "true" }, String(at + 1)),
      h("span", {}, text, isDone ? h("span", { class: "unseen" }, ` – ${t.home.done}`) : null),
      isDone ? null : linkButton({ label: t.home.begin, href, kind: at === next ? "primary" : "" }),
    ),
  );
  return section(t.home.steps, h("ol", { class: "steps card" }, lines));
}

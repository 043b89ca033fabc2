// An owner's first page: what was earned today and in the days before, the last payments, and what needs someone.

import { addDays, dateIn } from "#core/lib/local-time.ts";
import { assumedNow } from "#pages/browser/kit/clock.ts";
import { type Child, h } from "#pages/browser/kit/h.ts";
import type { Counter, PaymentIntent, Till, Total } from "#sdk/index.ts";
import type { ResponseOf } from "../api/operations.ts";
import { request } from "../api/request.ts";
import { linkButton } from "../components/button.ts";
import { dayBars } from "../components/day-bars.ts";
import { section, viewUnder } from "../components/page.ts";
import { detailSkeleton, region } from "../components/region.ts";
import { bodyOf, rowOf, tableOf } from "../components/table.ts";
import { readCounters } from "../counters-by-id.ts";
import { followFeed } from "../follow-feed.ts";
import { icon } from "../icons.ts";
import { readNeeds, readTills } from "../needs.ts";
import { BASE, type View } from "../router.ts";
import { isOwner, timeZone } from "../session.ts";
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
  needs: Child[];
}

export function homeView(): View {
  const today = region<Read>({ read, show, skeleton: detailSkeleton });
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
  return { totals, payments, counters, tills, needs: await readNeeds(counters, tills) };
}

function show(found: Read): Child {
  const { totals, payments, counters, needs } = found;
  const all = h("div", {}, linkButton({ label: t.home.all, href: `${BASE}/payments` }));
  return h(
    "div",
    { class: "home" },
    h(
      "div",
      { class: "home-main" },
      currenciesOf(totals).map((currency) => dayCard(totals, currency)),
    ),
    h(
      "div",
      { class: "home-side" },
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

/** Where nothing was earned in any, dollars say so no worse than others: then there is no card but that of none. */
function currenciesOf({ totals }: Totals): (string | null)[] {
  return totals.length === 0 ? [null] : totals.map(({ currency }) => currency);
}

function dayCard({ totals, days = [], to }: Totals, currency: string | null): HTMLElement {
  const known = totals.find((total) => total.currency === currency)?.net.amount_decimal ?? "0";
  const zero = (0).toFixed(known.split(".")[1]?.length ?? 0);
  const nothing = { count: 0, amount_decimal: zero };
  const of = (at: number): Pick<Total, "paid" | "refunded" | "net"> | undefined =>
    days.at(at)?.totals.find((total) => total.currency === currency);
  const { paid = nothing, refunded = nothing, net = nothing } = of(-1) ?? {};
  const amount = (decimal: string) => (currency === null ? "0" : money(decimal, currency));
  const before = days[0]?.date ?? to;
  return h(
    "section",
    { class: "card day-card" },
    h("h2", { class: "soft" }, currency === null ? t.home.net : `${t.home.net} · ${currency}`),
    h("p", { class: "amount" }, h("bdi", {}, amount(net.amount_decimal))),
    h("p", {}, `${t.totals.payments(paid.count)} · ${t.totals.refunds(refunded.count)}`),
    currency === null
      ? null
      : [
          h(
            "p",
            { class: "soft small" },
            t.home.weekAgo(weekday(before), amount(of(0)?.net.amount_decimal ?? zero)),
          ),
          dayBars(
            days.slice(1).map(({ date }, n) => ({ date, amount: of(n + 1)?.net.amount_decimal ?? zero })),
            currency,
            to,
          ),
        ],
  );
}

/** Until the first sale. Each step that is not done has its button. */
function firstSteps({ counters, tills, payments }: Read): Child {
  if (!isOwner() || payments.some(({ status }) => status === "completed")) return null;
  const [counter] = [...counters.values()].filter(({ status }) => status === "active");
  const atCounter = counter === undefined ? `${BASE}/counters` : `${BASE}/counters/${counter.id}`;
  const steps = [
    { text: t.home.makeCounter, isDone: counter !== undefined, href: `${BASE}/counters` },
    { text: t.home.pairTill, isDone: tills.length > 0, href: atCounter },
    { text: t.home.sell, isDone: false, href: "/pos" },
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

// The list of payments: searched, paged, and as it is now, with each one's refund beside it.

import { assumedNow } from "#pages/browser/kit/clock.ts";
import type { Child } from "#pages/browser/kit/h.ts";
import type { Counter, PaymentIntent } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { button, linkButton } from "../components/button.ts";
import { announce } from "../components/notice.ts";
import { pager, viewUnder } from "../components/page.ts";
import { emptyPanel, searchRegion } from "../components/region.ts";
import { readCounters } from "../counters-by-id.ts";
import { followPayments } from "../live-payments.ts";
import { isId } from "../names.ts";
import {
  admits,
  isFiltered,
  mergePages,
  type PaymentSearch,
  readSearch,
  searchedDay,
  searchQueries,
} from "../payment-search.ts";
import { navigate, type View, type Visit } from "../router.ts";
import { timeZone } from "../session.ts";
import { locale, t } from "../text.ts";
import { searchForm } from "./payment-search-form.ts";
import { paymentTable } from "./payment-table.ts";

const PER_PAGE = 25;

interface Found {
  payments: PaymentIntent[];
  next: string | null;
  counters: Map<string, Counter>;
}

export function paymentsView({ query }: Visit): View {
  const search = readSearch(query);
  let shown: Found | null = null;
  let asked = search;
  const results = searchRegion<PaymentSearch, Found>({
    search,
    read: findPayments,
    show: (found, current): Child => {
      [shown, asked] = [found, current];
      live.settle();
      return resultsOf(found, current, go, putPayments);
    },
  });
  const putPayments = (payments: PaymentIntent[]) => shown && results.put({ ...shown, payments });
  const go = (changed: PaymentSearch) => {
    // Whoever searches for a payment's id means that payment.
    if (isId(changed.text ?? "")) navigate(`/dashboard/payments/${changed.text}`);
    else results.go(changed);
  };
  const live = followPayments({
    element: results.element,
    shown: () => shown?.payments ?? [],
    admits: (payment) => admits(asked, payment),
    isFirstPage: () => asked.cursor === null,
    put: putPayments,
    reload: () => results.reload(),
    goToFirstPage: () => go({ ...asked, cursor: null }),
  });
  const create = linkButton({
    label: t.payments.create,
    icon: "plus",
    kind: "primary",
    href: "/dashboard/payments/new",
  });
  return viewUnder(
    { title: t.nav.payments, actions: create },
    searchForm(search, go),
    live.notice,
    results.element,
  );
}

async function findPayments(search: PaymentSearch): Promise<Found> {
  const queries = searchQueries(search, { timeZone: timeZone(), locale: locale(), now: assumedNow() });
  const read = async (query: Record<string, string | null>) => {
    const found = await request("listPaymentIntents", { query: { ...query, limit: PER_PAGE } });
    return { payments: found.payment_intents, next: found.next_cursor };
  };
  const [pages, counters] = await Promise.all([Promise.all(queries.map(read)), readCounters()]);
  const { payments, next } = mergePages(pages);
  announce(payments.length === 0 ? t.payments.none : t.payments.found(payments.length));
  return { payments, next, counters };
}

function resultsOf(
  { payments, next, counters }: Found,
  search: PaymentSearch,
  go: (search: PaymentSearch) => void,
  put: (payments: PaymentIntent[]) => void,
): Child {
  const isFirst = search.cursor === null;
  if (payments.length > 0) {
    const change = (changed: PaymentIntent) =>
      put(payments.map((each) => (each.id === changed.id ? changed : each)));
    return [
      paymentTable(payments, { counters, change, isFirst, isLast: next === null }),
      pager({ isFirst, next, go: (cursor) => go({ ...search, cursor }) }),
    ];
  }
  // For an amount or several filters, a request looks through a part of the list.
  if (next !== null)
    return [
      emptyPanel(
        t.payments.noneYet,
        t.payments.noneYetHint,
        button({ label: t.payments.searchOn, onclick: () => go({ ...search, cursor: next }) }),
      ),
    ];
  return noneFound(search);
}

/** What is looked for in days of its own is explained to those alone who looked for it. */
function noneFound(search: PaymentSearch): HTMLElement {
  const { empty, emptyHint, none, noneHint, noneOnDay } = t.payments;
  if (!isFiltered(search)) return emptyPanel(empty, emptyHint);
  const day = searchedDay(search, locale());
  if (search.text !== null && day === null) return emptyPanel(none, noneHint);
  return emptyPanel(
    day !== null && search.state === null && search.counter === null ? noneOnDay : none,
    null,
  );
}

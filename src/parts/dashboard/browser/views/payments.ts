// The list of payments: searched, paged, with each one's refund beside it.

import type { Child } from "#pages/browser/kit/h.ts";
import type { Counter, PaymentIntent } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { button, linkButton } from "../components/button.ts";
import { announce } from "../components/notice.ts";
import { pager, viewUnder } from "../components/page.ts";
import { emptyPanel, type Region, searchRegion } from "../components/region.ts";
import { table } from "../components/table.ts";
import { readCounters } from "../counters-by-id.ts";
import { follow } from "../follow.ts";
import { isFiltered, isPaymentId, type PaymentSearch, readSearch, searchQuery } from "../payment-search.ts";
import { navigate, type View, type Visit } from "../router.ts";
import { timeZone } from "../session.ts";
import { t } from "../text.ts";
import { paymentColumns } from "./payment-columns.ts";
import { searchForm } from "./payment-search-form.ts";

const PER_PAGE = 25;

interface Found {
  payments: PaymentIntent[];
  next: string | null;
  counters: Map<string, Counter>;
}

export function paymentsView({ query }: Visit): View {
  const search = readSearch(query);
  const results = searchRegion<PaymentSearch, Found>({
    search,
    read: findPayments,
    show: (found, current): Child => resultsOf(found, current, go, results),
  });
  const go = (changed: PaymentSearch) => {
    if (isPaymentId(changed.reference)) navigate(`/dashboard/payments/${changed.reference}`);
    else results.go(changed);
  };
  const create = linkButton({
    label: t.payments.create,
    icon: "plus",
    kind: "primary",
    href: "/dashboard/payments/new",
  });
  return viewUnder({ title: t.nav.payments, actions: create }, searchForm(search, go), results.element);
}

async function findPayments(search: PaymentSearch): Promise<Found> {
  const [{ payment_intents: payments, next_cursor: next }, counters] = await Promise.all([
    request("listPaymentIntents", { query: { ...searchQuery(search, timeZone()), limit: PER_PAGE } }),
    readCounters(),
  ]);
  return { payments, next, counters };
}

/** Follows them until they have ended; not under the hands of someone who is working in the list. */
function followRefunds(list: HTMLElement, reload: () => void): void {
  follow(list, async () => {
    if (list.contains(document.activeElement)) return true;
    reload();
    return false;
  });
}

function resultsOf(
  found: Found,
  search: PaymentSearch,
  go: (search: PaymentSearch) => void,
  { reload, become }: Pick<Region<Found>, "reload" | "become">,
): Child {
  const { payments, next, counters } = found;
  const change = (changed: PaymentIntent) =>
    become({ ...found, payments: payments.map((each) => (each.id === changed.id ? changed : each)) });
  const isFirst = search.cursor === null;
  announce(payments.length === 0 ? t.payments.none : t.payments.found(payments.length));
  const paging = pager({ isFirst, next, go: (cursor) => go({ ...search, cursor }) });
  if (payments.length > 0) {
    const list = table({
      caption: t.nav.payments,
      columns: paymentColumns(counters, change),
      rows: payments,
    });
    if (payments.some(({ refund_status }) => refund_status === "pending")) followRefunds(list, reload);
    return [list, paging];
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
  return isFiltered(search)
    ? emptyPanel(t.payments.none, t.payments.noneHint)
    : emptyPanel(t.payments.empty, t.payments.emptyHint);
}

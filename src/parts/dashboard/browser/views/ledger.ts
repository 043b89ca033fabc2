// Every movement of the merchant's account, as the ledger lists it.

import { code, h } from "#pages/browser/kit/h.ts";
import type { LedgerTransaction } from "#sdk/index.ts";
import { request } from "../api/request.ts";
import { button } from "../components/button.ts";
import { forDevelopers, viewUnder } from "../components/page.ts";
import { emptyPanel, searchRegion } from "../components/region.ts";
import { type Column, table } from "../components/table.ts";
import type { View, Visit } from "../router.ts";
import { count, t } from "../text.ts";
import { ledgerColumns, TRANSACTION } from "./payment-ledger.ts";

const PER_PAGE = 25;

export function ledgerView({ query }: Visit): View {
  const list = searchRegion({
    search: { page: Math.max(1, Number.parseInt(query.get("page") ?? "1", 10) || 1) },
    read: (search) => request("listTransactions", { query: { ...search, limit: PER_PAGE } }),
    show: ({ transactions, total, total_pages: pages }, { page }, go) =>
      total === 0
        ? emptyPanel(t.ledger.none, t.ledger.noneHint)
        : [
            table({ caption: t.nav.ledger, columns: ledgerColumns(true), rows: transactions }),
            h(
              "nav",
              { class: "pager", "aria-label": t.common.pages },
              h("p", { class: "soft" }, `${count(page)} / ${count(pages)}`),
              page === 1
                ? null
                : button({ label: t.common.newer, icon: "back", onclick: () => go({ page: page - 1 }) }),
              page >= pages
                ? null
                : button({ label: t.common.older, icon: "next", onclick: () => go({ page: page + 1 }) }),
            ),
            forDevelopers(() =>
              table({
                caption: t.ledger.transaction,
                columns: [...ledgerColumns(), TRANSACTION(), PAYMENT_ID()],
                rows: transactions,
              }),
            ),
          ],
  });
  return viewUnder({ title: t.nav.ledger, intro: t.ledger.intro }, list.element);
}

const PAYMENT_ID = (): Column<LedgerTransaction> => ({
  label: t.payments.id,
  cell: ({ metadata: { payment_intent_id: id } }) => typeof id === "string" && code(id),
});

import { formOf } from "#pages/browser/kit/elements.ts";
import { h } from "#pages/browser/kit/h.ts";
import { button } from "../components/button.ts";
import { choosingField, textField, textOf } from "../components/form.ts";
import { isFiltered, type PaymentSearch, readSearch } from "../payment-search.ts";
import { STATE_FILTERS, type StateFilter } from "../payment-state.ts";
import { t } from "../text.ts";
import { counterField } from "./counters.ts";

/** A form that works on the view's address, so that what was found can be bookmarked. */
export function searchForm(search: PaymentSearch, go: (search: PaymentSearch) => void): HTMLElement {
  const searchButton = button({
    label: t.payments.search,
    icon: "search",
    kind: "primary",
    type: "submit",
  });
  const states = Object.keys(STATE_FILTERS) as StateFilter[];
  const more = h(
    "details",
    {
      class: "more-filters",
      open: search.counter !== null || search.from !== null || search.to !== null,
    },
    h("summary", {}, t.payments.moreFilters),
    h(
      "div",
      { class: "filter-row" },
      counterField({ name: "counter", none: t.payments.any, value: search.counter }),
      textField({ name: "from", label: t.payments.from, value: search.from, attributes: { type: "date" } }),
      textField({ name: "to", label: t.payments.to, value: search.to, attributes: { type: "date" } }),
    ),
  );
  const form = formOf(
    { class: "search", role: "search", "aria-label": t.payments.search },
    (values) => go(searchOf(values)),
    h(
      "div",
      { class: "filter-row" },
      textField({
        name: "text",
        label: t.payments.searchFor,
        value: search.text,
        attributes: { type: "search", maxlength: 255, autocomplete: "off" },
      }),
      choosingField({
        name: "state",
        label: t.payments.state,
        value: search.state,
        choices: states.map((state) => [state, t.payments.states[state]]),
        choose: () => go(searchOf(new FormData(form))),
      }),
      h("div", { class: "filter-buttons" }, searchButton, isFiltered(search) ? resetLink() : null),
    ),
    more,
  );
  return form;
}

function searchOf(values: FormData): PaymentSearch {
  const names = ["text", "state", "counter", "from", "to"];
  return readSearch(new URLSearchParams(names.map((name) => [name, textOf(values, name) ?? ""])));
}

function resetLink(): HTMLElement {
  return h("a", { class: "button quiet", href: "/dashboard" }, t.payments.reset);
}

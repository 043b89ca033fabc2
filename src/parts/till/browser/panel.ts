// A counter's favourites at the dashboard: to add, to order and to remove.
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { typedAmount } from "#pages/browser/device/typed-amount.ts";
import type { CounterPanel, CounterPanelKit } from "#pages/browser/kit/counter-panel.ts";
import { type Child, h, isolated } from "#pages/browser/kit/h.ts";
import { importTexts } from "#pages/browser/kit/language.ts";
import { API, OPERATIONS } from "./operations.ts";
import type { Texts } from "./texts/en.ts";

type Favourites = Wire<"Favourites">;
type Item = Favourites["items"][number];

export const panelOf: CounterPanel = async (counter, kit) => {
  const { texts } = await importTexts<{ texts: Texts }>("till", kit.language);
  const { panel: words } = texts;
  const call = async (operation: keyof typeof OPERATIONS, body?: object): Promise<Favourites> => {
    const [method = "", path = ""] = OPERATIONS[operation][0].split(" ");
    return JSON.parse(await kit.send(method, API + path.replace("{counterID}", counter.id), { body }))
      .favourites;
  };
  const read = () => call("getFavourites");
  const canChange = kit.isOwner && counter.status === "active";

  /** What is changed is read first: another page may have changed it meanwhile. */
  const change = async (to: (items: readonly Item[]) => readonly object[], currency: string) => {
    const { items, currency: current } = await read();
    const kept = items.length === 0 ? currency : (current ?? currency);
    list.put(await call("replaceFavourites", { currency: kept, items: to(items) }));
    kit.notify(words.saved);
  };
  const isSame = (one: Item) => (other: Item) => one.name === other.name && one.price === other.price;
  const without = (items: readonly Item[], one: Item) => items.filter((each) => !isSame(one)(each));
  const remove = (item: Item, currency: string) =>
    kit.dangerButton({
      action: words.remove,
      kind: "quiet",
      spoken: `${words.remove}: ${item.name}`,
      title: words.removeTitle(item.name),
      text: words.removeHint,
      run: () => change((items) => without(items, item), currency),
    });
  const edit = (item: Item, currency: string) =>
    kit.button({
      label: words.change,
      kind: "quiet",
      spoken: `${words.change}: ${item.name}`,
      onclick: () => open(currency, item),
    });

  const list = kit.region<Favourites>({
    read,
    show: ({ items, currency }) => {
      const code = items.length === 0 ? kit.currency : (currency ?? kit.currency);
      const actions = (item: Item) => canChange && [edit(item, code), remove(item, code)];
      const table =
        items.length > 0 &&
        kit.table({
          caption: texts.title,
          rows: items,
          columns: [
            { label: words.name, kind: "title", cell: ({ name }) => isolated(name) },
            { label: words.price, kind: "number", cell: ({ price }) => isolated(kit.money(price, code)) },
            { label: words.change, kind: "actions", cell: actions },
          ],
        });
      const add = canChange && kit.button({ label: words.add, icon: "plus", onclick: () => open(code) });
      const other =
        code !== kit.currency && h("p", { class: "soft" }, words.otherCurrency(code, kit.currency));
      return [other, table || h("p", { class: "soft" }, words.none), h("div", { class: "more" }, add)];
    },
  });
  const open = (currency: string, replaced: Item | null = null) =>
    kit.openForm({
      action: replaced === null ? words.add : words.change,
      hint: words.hint,
      fields: fieldsOf(kit, words, currency, replaced),
      onSubmit: async (values, close) => {
        const textIn = (name: string) => String(values.get(name) ?? "").trim();
        const added = { name: textIn("name"), price: typedAmount(textIn("price"), currency) };
        await change((items) => {
          if (replaced !== null && values.has("front")) return [added as Item, ...without(items, replaced)];
          const index = replaced === null ? -1 : items.findIndex(isSame(replaced));
          return index < 0 ? [...items, added] : items.with(index, added as Item);
        }, currency);
        close();
      },
    });
  return { title: texts.title, content: list.element };
};

function fieldsOf(kit: CounterPanelKit, words: Texts["panel"], currency: string, item: Item | null): Child {
  return [
    kit.textField({ name: "name", label: words.name, attributes: { maxlength: 40, value: item?.name } }),
    kit.textField({
      name: "price",
      label: `${words.price} (${currency})`,
      attributes: { dir: "ltr", inputmode: "decimal", value: item?.price },
    }),
    item &&
      h(
        "div",
        { class: "checks" },
        h("label", {}, h("input", { type: "checkbox", name: "front" }), h("span", {}, words.toFront)),
      ),
  ];
}

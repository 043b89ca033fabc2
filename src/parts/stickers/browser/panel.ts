// A counter's sticker codes at the dashboard: to make, to print and to revoke.
import type { Wire } from "#core/wire/shared/wire-types.ts";
import { typedAmount } from "#pages/browser/device/typed-amount.ts";
import type { CounterPanel } from "#pages/browser/kit/counter-panel.ts";
import { h, isolated } from "#pages/browser/kit/h.ts";
import { importTexts } from "#pages/browser/kit/language.ts";
import { API, OPERATIONS } from "./operations.ts";
import type { Texts } from "./texts/en.ts";

type StickerCode = Wire<"StickerCode">;

const TEXTS = ["label", "currency"];
const AMOUNTS = ["amount", "amount_min", "amount_max"] as const;

export const panelOf: CounterPanel = async (counter, kit) => {
  const { texts } = await importTexts<{ texts: Texts }>("stickers", kit.language);
  const { panel: words } = texts;
  const call = async (operation: keyof typeof OPERATIONS, id: string, body?: object) => {
    const [method = "", path = ""] = OPERATIONS[operation][0].split(" ");
    return JSON.parse(await kit.send(method, API + path.replace(/\{\w+\}/, id), { body }));
  };
  const nameOf = (code: StickerCode) => code.label ?? amountOf(code);
  const amountOf = ({ amount, currency }: StickerCode) =>
    amount === null ? `${words.open} (${currency})` : kit.money(amount, currency);
  const revoke = (code: StickerCode) =>
    kit.dangerButton({
      action: words.revoke,
      kind: "quiet",
      spoken: `${words.revoke}: ${nameOf(code)}`,
      title: words.revokeTitle(nameOf(code)),
      text: words.revokeHint,
      run: async () => {
        await call("revokeStickerCode", code.id);
        kit.notify(words.revoked);
        list.reload();
      },
    });
  const print = ({ id }: StickerCode) =>
    h("a", { class: "button quiet", href: `/s/${id}?sheet`, target: "_blank" }, texts.print);
  const list = kit.region<StickerCode[]>({
    read: async () => (await call("listStickerCodes", counter.id)).sticker_codes,
    show: (codes) =>
      codes.length === 0
        ? h("p", { class: "soft" }, words.none)
        : kit.table({
            caption: words.title,
            rows: codes,
            columns: [
              { label: words.label, kind: "title", cell: (code) => isolated(nameOf(code)) },
              { label: words.amount, cell: (code) => isolated(amountOf(code)) },
              {
                label: texts.print,
                kind: "actions",
                cell: (code) => [print(code), kit.isOwner && revoke(code)],
              },
            ],
          }),
  });
  const create = () =>
    kit.openForm({
      action: words.create,
      hint: words.createHint,
      fields: [...TEXTS, ...AMOUNTS].map((name) =>
        kit.textField({
          name,
          label: words.fields[name as keyof typeof words.fields],
          attributes:
            name === "label"
              ? { maxlength: 100 }
              : { dir: "ltr", value: name === "currency" && kit.currency },
        }),
      ),
      onSubmit: async (values, close) => {
        const textIn = (name: string) => String(values.get(name) ?? "").trim() || null;
        const currency = textIn("currency");
        const amounts = AMOUNTS.map((name) => [name, typedAmount(textIn(name), currency ?? kit.currency)]);
        const body = { ...Object.fromEntries(amounts), label: textIn("label"), currency };
        await call("createStickerCode", counter.id, body);
        close();
        kit.notify(words.created);
        list.reload();
      },
    });
  const isOffered = kit.isOwner && counter.status === "active";
  const button = isOffered && kit.button({ label: words.create, icon: "plus", onclick: create });
  return { title: words.title, content: [list.element, h("div", {}, button)] };
};

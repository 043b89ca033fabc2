// The shops that may not ask this customer for payments.
import { isSignedOut } from "#pages/browser/kit/exchange.ts";
import { fill, h, isolated } from "#pages/browser/kit/h.ts";
import { type BlockedShop, listBlockedShops, setBlocked } from "./api.ts";
import { explain } from "./explain.ts";
import type { App, Screen } from "./screen.ts";

export function blockedScreen({ speech, end }: App): Screen {
  const { blocked, loading, retry } = speech.texts;
  const list = h("div", { role: "status" }, loading);
  const load = async () => {
    const outcome = await listBlockedShops();
    if (outcome.kind === "ok") return fill(list, shopsOf(outcome.value));
    if (isSignedOut(outcome)) return end();
    fill(
      list,
      h("p", {}, explain(outcome, speech)),
      h("button", { type: "button", click: () => void load() }, retry),
    );
  };
  const shopsOf = (shops: BlockedShop[]) =>
    shops.length === 0
      ? blocked.none
      : h(
          "ul",
          { class: "lines" },
          shops.map(({ id, business_name }) =>
            h("li", { class: "line" }, isolated(business_name), unblock(id)),
          ),
        );
  const unblock = (id: string) => {
    const click = () => void setBlocked(id, false).then(load);
    return h("button", { type: "button", click }, blocked.unblock);
  };
  void load();
  return { title: blocked.title, element: h("section", { class: "panel" }, h("p", {}, blocked.hint), list) };
}

// The shops that may not ask this customer for payments.
import { h, isolated } from "#pages/browser/kit/h.ts";
import { type BlockedShop, listBlockedShops, setBlocked } from "./api.ts";
import { load } from "./load.ts";
import type { App, Screen } from "./screen.ts";

export function blockedScreen(app: App): Screen {
  const { blocked } = app.speech.texts;
  const list = h("div", { role: "status" });
  const show = () => load(app, list, listBlockedShops, shopsOf);
  const shopsOf = (shops: BlockedShop[]) =>
    shops.length === 0 ? blocked.none : h("ul", { class: "lines" }, shops.map(lineOf));
  const lineOf = ({ id, business_name }: BlockedShop) => {
    const click = () => void setBlocked(id, false).then(show);
    const unblock = h("button", { type: "button", click }, blocked.unblock);
    return h("li", { class: "line" }, isolated(business_name), unblock);
  };
  void show();
  return { title: blocked.title, element: h("section", { class: "panel" }, h("p", {}, blocked.hint), list) };
}

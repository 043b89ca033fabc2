// Above the keypad and each sale: whose till it is, its sales, and its settings.
import { signOut } from "#pages/browser/device/api.ts";
import { barOf, currencySelect } from "#pages/browser/device/menu.ts";
import { remember } from "#pages/browser/device/remembered.ts";
import type { SaleIntent } from "#pages/browser/device/sale.ts";
import { openSales } from "#pages/browser/device/sales-view.ts";
import { icon } from "#pages/browser/kit/device-icons.ts";
import { h, isolated } from "#pages/browser/kit/h.ts";
import { openSale } from "./refund-sheet.ts";
import type { TillOptions } from "./till-options.ts";

export function tillBar(
  { speech, session, currency }: TillOptions,
  print: (sale: SaleIntent) => void,
): HTMLElement {
  const { texts } = speech;
  const {
    merchant_name: merchant,
    shop,
    counter_id: counterId,
    counter_name: counter,
    till_name: name,
  } = session;
  const setCurrency = (chosen: string) => {
    remember("currency", chosen);
    location.reload();
  };
  const openScreen = () => open("/pos/customer", "customer", "popup");
  const sales: Parameters<typeof openSales>[2] = {
    print,
    open: (sale, timeZone, onChange) => openSale(sale, speech, { timeZone, print, onChange }),
  };
  return barOf(speech, {
    logo: shop.logo_url,
    names: [merchant, [isolated(counter ?? ""), " · ", isolated(name ?? "")]],
    list: { name: "sales", title: texts.sales.title, open: () => openSales(speech, counterId ?? "", sales) },
    sound: texts.ends.paid.title,
    unpair: { label: texts.menu.unpair, signOut },
    settings: () => [
      h("label", { for: "currency" }, texts.currency.label),
      currencySelect(speech, currency, setCurrency),
      h(
        "button",
        { type: "button", class: "big", click: openScreen },
        icon("screen"),
        texts.menu.customerScreen,
      ),
    ],
  });
}

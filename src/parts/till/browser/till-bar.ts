// Above the keypad and each sale: whose till it is, its sales, and its settings.
import { type Session, signOut } from "#pages/browser/device/api.ts";
import type { Speech } from "#pages/browser/device/language.ts";
import { barOf, currencySelect } from "#pages/browser/device/menu.ts";
import { remember } from "#pages/browser/device/remembered.ts";
import type { SaleIntent } from "#pages/browser/device/sale.ts";
import { openSales } from "#pages/browser/device/sales-view.ts";
import { icon } from "#pages/browser/kit/device-icons.ts";
import { h, isolated } from "#pages/browser/kit/h.ts";
import { openSale } from "./refund-sheet.ts";

export interface TillOptions {
  root: HTMLElement;
  speech: Speech;
  /** The name. */
  merchant: string;
  /** It is missing in what was remembered before there was one. */
  shop: Session["shop"] | undefined;
  timeZone: string;
  counter: { id: string; name: string };
  /** What the till is called. */
  name: string;
  currency: string;
}

export function tillBar(
  { speech, merchant, shop, counter, name, currency }: TillOptions,
  print: (sale: SaleIntent) => void,
): HTMLElement {
  const { texts } = speech;
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
    logo: shop?.logo_url,
    names: [merchant, [isolated(counter.name), " · ", isolated(name)]],
    list: { name: "sales", title: texts.sales.title, open: () => openSales(speech, counter.id, sales) },
    sound: texts.ends.paid.title,
    unpair: { label: texts.menu.unpair, signOut },
    settings: () => [
      shop?.currency
        ? null
        : [
            h("label", { for: "currency" }, texts.currency.label),
            currencySelect(speech, currency, setCurrency),
          ],
      h(
        "button",
        { type: "button", class: "big", click: openScreen },
        icon("screen"),
        texts.menu.customerScreen,
      ),
    ],
  });
}

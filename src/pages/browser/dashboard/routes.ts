// Which view an address leads to.
import { linkButton } from "./components/button.ts";
import { pageHead } from "./components/page.ts";
import { h } from "./dom/h.ts";
import { BASE, type Route, type View } from "./router.ts";
import { t } from "./text.ts";
import { paymentView } from "./views/payment.ts";
import { paymentsView } from "./views/payments.ts";

export const ROUTES: readonly Route[] = [
  { pattern: /^\/dashboard$/, show: paymentsView },
  { pattern: /^\/dashboard\/payments\/([\w-]+)$/, show: paymentView },
];

export function notFoundView(): View {
  const title = t.shell.noSuchPage;
  const back = linkButton({ label: t.nav.payments, href: BASE });
  return { title, content: h("div", {}, pageHead({ title }), back) };
}

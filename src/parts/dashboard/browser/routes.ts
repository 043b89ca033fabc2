// Which view an address leads to.

import { linkButton } from "./components/button.ts";
import { viewUnder } from "./components/page.ts";
import { BASE, type Route, type View } from "./router.ts";
import { t } from "./text.ts";
import { auditTrailView } from "./views/audit-trail.ts";
import { counterView } from "./views/counter.ts";
import { countersView } from "./views/counters.ts";
import { credentialsView } from "./views/credentials.ts";
import { deliveriesView } from "./views/deliveries.ts";
import { deliveryView } from "./views/delivery.ts";
import { eventsView } from "./views/events.ts";
import { homeView } from "./views/home.ts";
import { ledgerView } from "./views/ledger.ts";
import { newPaymentView } from "./views/new-payment.ts";
import { paymentView } from "./views/payment.ts";
import { paymentsView } from "./views/payments.ts";
import { settingsView } from "./views/settings.ts";
import { totalsView } from "./views/totals.ts";
import { usersView } from "./views/users.ts";
import { webhooksView } from "./views/webhooks.ts";

/** The first that matches. */
export const ROUTES: readonly Route[] = [
  { pattern: /^\/dashboard$/, show: paymentsView },
  { pattern: /^\/dashboard\/home$/, show: homeView },
  { pattern: /^\/dashboard\/payments$/, show: paymentsView },
  { pattern: /^\/dashboard\/payments\/new$/, show: newPaymentView },
  { pattern: /^\/dashboard\/payments\/([\w-]+)(?:\/refund)?$/, show: paymentView },
  { pattern: /^\/dashboard\/totals$/, show: totalsView },
  { pattern: /^\/dashboard\/counters$/, show: countersView },
  { pattern: /^\/dashboard\/counters\/([\w-]+)$/, show: counterView },
  { pattern: /^\/dashboard\/webhooks$/, show: webhooksView, isForOwners: true },
  { pattern: /^\/dashboard\/webhooks\/deliveries$/, show: deliveriesView, isForOwners: true },
  { pattern: /^\/dashboard\/webhooks\/deliveries\/([\w-]+)$/, show: deliveryView, isForOwners: true },
  { pattern: /^\/dashboard\/webhooks\/events$/, show: eventsView, isForOwners: true },
  { pattern: /^\/dashboard\/ledger$/, show: ledgerView, isForOwners: true },
  { pattern: /^\/dashboard\/users$/, show: usersView, isForOwners: true },
  { pattern: /^\/dashboard\/credentials$/, show: credentialsView, isForOwners: true },
  { pattern: /^\/dashboard\/settings$/, show: settingsView, isForOwners: true },
  { pattern: /^\/dashboard\/audit-trail$/, show: auditTrailView, isForOwners: true },
];

export function notFoundView(): View {
  const back = linkButton({ label: t.nav.payments, href: BASE });
  return viewUnder({ title: t.shell.noSuchPage }, back);
}
